"""The rulebooks that come with the engine; none imports another."""
