"""Acts and reads: each in one function, with its transaction, its log entry and its errors."""
