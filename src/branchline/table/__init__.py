"""Live games: the tables, their storage, their feed and the bots that sit at them."""
