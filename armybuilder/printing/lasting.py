"""What a PDF says of itself: title, language, the standards it keeps, and files that go with it.

Nothing of it depends on when or where it was made, so the same document is the same file.
"""

from __future__ import annotations

from typing import Any

import pikepdf
from django.utils.html import escape
from pikepdf import Array, Dictionary, Name, String

from armybuilder.printing.document import Attached, Document
from armybuilder.printing.rendering import colour_profile

CREATOR = "Armybuilder"
UA_SCHEMA = (
    '<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"'
    ' xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"'
    ' xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><pdfaExtension:schemas><rdf:Bag>'
    '<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>'
    "<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>"
    "<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>"
    '<rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name>'
    "<pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category>"
    "<pdfaProperty:description>Part of ISO 14289</pdfaProperty:description></rdf:li></rdf:Seq></pdfaSchema:property>"
    "</rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>"
)
"""The standard for lasting files wants words explained that it does not know itself."""


def say_what_it_is(pdf: pikepdf.Pdf, document: Document) -> None:
    """Title, subject, language and standards; a document with a file attached is a PDF/A-3 as well."""
    catalog: Any = pdf.Root
    catalog.Lang = String(document.language)
    catalog.MarkInfo = Dictionary(Marked=True)
    catalog.ViewerPreferences = Dictionary(DisplayDocTitle=True)
    catalog.Metadata = pdf.make_stream(_xmp(document), Type=Name.Metadata, Subtype=Name.XML)
    pdf.docinfo = pdf.make_indirect(
        Dictionary(Title=String(document.title), Subject=String(document.subject), Creator=String(CREATOR))
    )
    if document.attached:
        _intend_colours(pdf)
        _attach(pdf, document.attached)


def _xmp(document: Document) -> bytes:
    lasting = "<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>" if document.attached else ""
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"'
        ' xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"'
        ' xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">'
        f"<dc:format>application/pdf</dc:format>{_said('title', document.title)}"
        f"{_said('description', document.subject)}"
        f"<dc:language><rdf:Bag><rdf:li>{escape(document.language)}</rdf:li></rdf:Bag></dc:language>"
        f"<xmp:CreatorTool>{CREATOR}</xmp:CreatorTool><pdfuaid:part>1</pdfuaid:part>{lasting}</rdf:Description>"
        f'{UA_SCHEMA}</rdf:RDF></x:xmpmeta><?xpacket end="r"?>'
    ).encode()


def _said(name: str, text: str) -> str:
    words = "".join(letter for letter in text if letter.isprintable())
    return f'<dc:{name}><rdf:Alt><rdf:li xml:lang="x-default">{escape(words)}</rdf:li></rdf:Alt></dc:{name}>'


def _intend_colours(pdf: pikepdf.Pdf) -> None:
    """The colours are those of screens (sRGB)."""
    profile = pdf.make_stream(colour_profile(), N=3)
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFA1,
        OutputConditionIdentifier=String("sRGB"),
        Info=String("sRGB"),
        DestOutputProfile=profile,
    )
    catalog: Any = pdf.Root
    catalog.OutputIntents = Array([intent])


def _attach(pdf: pikepdf.Pdf, attached: tuple[Attached, ...]) -> None:
    names, all_files = Array(), Array()
    for each in sorted(attached, key=lambda each: each.name):
        stored = pdf.make_stream(
            each.content,
            Type=Name.EmbeddedFile,
            Subtype=Name("/" + each.kind),
            Params=Dictionary(Size=len(each.content)),
        )
        told = pdf.make_indirect(
            Dictionary(
                Type=Name.Filespec,
                F=String(each.name),
                UF=String(each.name),
                Desc=String(each.about),
                AFRelationship=Name.Source,
                EF=Dictionary(F=stored, UF=stored),
            )
        )
        names.append(String(each.name))
        names.append(told)
        all_files.append(told)
    catalog: Any = pdf.Root
    catalog.Names = Dictionary(EmbeddedFiles=Dictionary(Names=names))
    catalog.AF = all_files
