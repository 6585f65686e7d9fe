"""stairs"""
