"""Steam Power (Martin Wallace, 2024): lay track, build factories, carry goods to fulfil contracts."""
