// NewsWording
