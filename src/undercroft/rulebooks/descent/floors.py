"""floors"""
