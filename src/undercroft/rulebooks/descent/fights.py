"""fights"""
