"""The explorer: a page on which runs are seen, touched and shared.

One viewer, three hosts: a live page served on this machine (`server`), one HTML file (`export`)
and a notebook widget (`widget`).
"""
