"""A driver of openMSX: an emulated machine without a window, exact in emulated time."""
