"""The command `tabiya`, which is also `python -m tabiya`."""

import signal
import sys
from typing import NoReturn

from ._native import run_command


def main() -> NoReturn:
    """Does what the arguments say, and ends the process with the command's exit status."""
    # Python's own handler only notes the signal for the interpreter, to which the command does not return.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    run_command(["tabiya", *sys.argv[1:]])


if __name__ == "__main__":
    main()
