"""What became of games that have ended: won, drawn, lost, and the luck in them."""
