"""spells"""
