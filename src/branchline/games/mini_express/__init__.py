"""Mini Express (Mark Gerrits, 2021): take a share or build track for any of four railroad companies."""
