"""Express 01 (Jörg von Rüden, 2011): cards that are track, money and shares of Germany's railways."""
