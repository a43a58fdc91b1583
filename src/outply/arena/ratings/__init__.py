"""Elo and Bradley-Terry ratings, and the sequential probability ratio test."""
