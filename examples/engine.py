"""Asks Tabiya from another program: starts `tabiya engine`, and talks to it in lines of JSON.

    python3 examples/engine.py games.pgn 'mate'
"""

import itertools
import json
import subprocess
import sys


class Engine:
    """A running `tabiya engine`, asked one request at a time."""

    def __init__(self, program="tabiya"):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "encoding": "utf-8"}
        self.process = subprocess.Popen([program, "engine"], **pipes)
        self.ids = itertools.count(1)

    def events(self, method, **params):
        """Sends a request, and yields its events; the last one is its result."""
        number = next(self.ids)
        request = {"id": number, "method": method, "params": params}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            answer = json.loads(line)
            if "error" in answer:
                raise RuntimeError(answer["error"]["message"])
            yield answer
            if "result" in answer:
                return

    def ask(self, method, **params):
        """The result of a request."""
        return list(self.events(method, **params))[-1]["result"]


if __name__ == "__main__":
    games, query = sys.argv[1:3]
    engine = Engine(*sys.argv[3:4])
    for source in engine.ask("open", path=games):
        print(source["name"], file=sys.stderr)
    for answer in engine.events("search", query=query):
        for row in answer.get("rows", []):
            print(row["white"], "-", row["black"], row.get("moved", "start"))
        if "result" in answer:
            print(answer["result"]["matchedGames"], "games", file=sys.stderr)
    engine.ask("quit")
