"""things"""
