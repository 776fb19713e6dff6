"""Mini Rails (Mark Gerrits, 2017): buy a stock and build a track, six rounds, six companies."""
