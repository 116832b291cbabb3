"""Loaded by local workers first: Ctrl-C on the terminal is for the client, which then ends them."""

import signal
import threading

if threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.SIG_IGN)
