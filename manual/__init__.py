"""How the site is made of docs/: what is generated, and links to what lies outside."""
