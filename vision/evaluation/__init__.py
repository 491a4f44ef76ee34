"""What reading is worth: labelled photographs in, figures out, with a box given and with the finder's own outlines."""
