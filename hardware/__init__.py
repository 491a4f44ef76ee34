"""The physical table: its ports, boards and panel, and the virtual table that stands in where physics begins."""
