"""What a run needs of its machine: interruptible work, folders, memory."""
