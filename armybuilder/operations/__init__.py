"""What whoever runs the site looks at and looks after: health, metrics, copies, and what has grown old."""
