"""The trained reader as a file, and its card: what it was made from, what it is worth, where it fails."""
