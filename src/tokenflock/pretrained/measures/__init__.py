"""What one layer does to tokens, in numbers; the same for every source of states."""
