"""chests"""
