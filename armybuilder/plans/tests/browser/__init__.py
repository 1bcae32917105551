"""Tests of one army against another."""
