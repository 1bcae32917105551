"""Close combat: sides, blows and rounds (§26-31)."""
