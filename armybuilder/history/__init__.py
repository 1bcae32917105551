"""An army's past: every revision, what each changed, any two side by side, and the way back."""
