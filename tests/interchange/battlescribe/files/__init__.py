"""The published structure of BattleScribe's files, version 2.03: ``Catalogue.xsd`` of BSData's schemas, MIT licence."""

from pathlib import Path

from lxml import etree

XSD = Path(__file__).with_name("Catalogue.xsd").read_text()


def assert_valid(content: bytes, namespace: str) -> None:
    """Compare a document with the structure, which is one for all three but for the namespace."""
    structure = XSD.replace("http://www.battlescribe.net/schema/catalogueSchema", namespace)
    schema = etree.XMLSchema(etree.fromstring(structure.encode()))
    schema.assertValid(etree.fromstring(content))
