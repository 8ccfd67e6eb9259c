"""The proof that nothing from the future is used: plant a future, and see that nothing moves."""
