"""Games that players describe: each is a document with revisions, of which published versions never change."""
