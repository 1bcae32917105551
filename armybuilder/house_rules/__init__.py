"""House rules as named sets: kept for a game, used for new armies, applied to an army in one step, shared by a link."""
