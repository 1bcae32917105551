"""An army in play: what its player ticks during a game, and the page for it."""
