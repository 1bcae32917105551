"""Games that their players describe: a document of declarations, from which a ``Ruleset`` is made."""
