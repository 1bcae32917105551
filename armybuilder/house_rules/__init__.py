"""Named sets of house rules: saved for a game, used for new armies, applied to an army, shared by a link."""
