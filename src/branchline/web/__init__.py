"""The table in the browser, and the API for programs."""
