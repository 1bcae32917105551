"""Pictures that the site draws itself: map symbols and icons."""
