"""The virtual overhead camera: the same seed shows the same pictures, and the truth says what is in them."""
