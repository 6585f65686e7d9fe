"""searching"""
