"""Hand scripts by rulebook, and the tests that run them."""
