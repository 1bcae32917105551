"""Who somebody is to the site: a browser with a claim, later a person with an account."""
