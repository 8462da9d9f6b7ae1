"""Getters that hand out a copy or a view of a container: does whoever asks them only look?"""
