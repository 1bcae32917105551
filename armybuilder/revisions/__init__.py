"""What players keep as lines of revisions: armies, battles. Each save is the next one, and none overwrites another."""
