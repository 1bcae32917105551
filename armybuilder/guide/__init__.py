"""The user's guide: short pages on what one does with the site, and one for each game on its books and armies."""
