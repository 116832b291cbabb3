"""Exponentially long times: tokens that have met move as one."""
