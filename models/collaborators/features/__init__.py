"""What is known of an author and those who may write with them, in families of named columns."""
