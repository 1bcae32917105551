"""Long-running work: jobs stored as rows, with their state and progress."""
