"""walking"""
