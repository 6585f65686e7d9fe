"""wandering"""
