"""The commands of the frame."""
