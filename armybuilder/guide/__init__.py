"""The user's guide: short pages about using the site, and one for each game about its books and armies."""
