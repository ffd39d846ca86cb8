#!/usr/bin/env python3
"""Simulates a search on a cluster: how much longer it takes than the work divided by the processors, because the last shards
keep everybody waiting, because machines are not equally fast, and because executors are lost.

usage: simulate.py TIMES [--work SECONDS] [--threads N,N,...] [--shards-per-thread N,N,...] [--slow SHARE:FACTOR]
                   [--lost N] [--overhead SECONDS] [--rounds N] [--seed N]

TIMES has the measured times of shards of equal size, one number of seconds to a line; the lines that tabiya-executor writes with
`--log info` are taken as well. Only their distribution is used: the times are scaled so that their sum is the whole work.
Tasks are given out in the order of the shards, each to the thread that is free first, as the scheduler does. A lost executor
has one thread; it is lost at a random moment, and the shards that it has searched until then are put at the end of the queue
after a timeout, because their results were on its disk. Only the standard library is used.
"""
import argparse
import heapq
import random
import re
import statistics


def read_times(path):
    """The seconds of each shard."""
    times = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            found = re.search(r"matches ([0-9.]+) s ", line) or re.fullmatch(r"\s*([0-9.]+)\s*", line)
            if found:
                times.append(float(found[1]))
    if len(times) < 2:
        raise SystemExit(f"{path}: there are no times of shards in it")
    return times


def simulate(costs, speeds, overhead, lost, timeout, rng):
    """The time until all shards are searched, by threads of these speeds of which some are lost with all that they have done."""
    fair = (sum(costs) + overhead * len(costs)) / len(speeds)
    ends = {thread: rng.uniform(0, fair) for thread in rng.sample(range(len(speeds)), lost)}
    queue = list(reversed(list(enumerate(costs))))
    # When each thread is free next; work that comes back later waits in `returned`.
    free = [(0.0, thread) for thread in range(len(speeds))]
    heapq.heapify(free)
    returned, done, idle, finished = [], {}, [], 0.0

    def lose(thread, more):
        """Its shards come back, to whoever has nothing to do then."""
        back = more + done.pop(thread, [])
        heapq.heappush(returned, (ends[thread] + timeout, back))
        while idle:
            heapq.heappush(free, (ends[thread] + timeout, idle.pop()))

    while free:
        now, thread = heapq.heappop(free)
        while returned and returned[0][0] <= now:
            queue[:0] = heapq.heappop(returned)[1]
        if not queue:
            if thread in ends:
                lose(thread, [])
            elif returned:
                heapq.heappush(free, (returned[0][0], thread))
            else:
                idle.append(thread)
            continue
        shard, cost = queue.pop()
        end = now + overhead + cost / speeds[thread]
        if thread in ends and end > ends[thread]:
            lose(thread, [(shard, cost)])
            continue
        done.setdefault(thread, []).append((shard, cost))
        finished = max(finished, end)
        heapq.heappush(free, (end, thread))
    return finished


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    numbers = lambda text: [int(number) for number in text.split(",")]
    parser.add_argument("times")
    parser.add_argument("--work", type=float, default=3600 * 40, help="the seconds that one thread would take for everything")
    parser.add_argument("--threads", type=numbers, default=[32, 256])
    parser.add_argument("--shards-per-thread", type=numbers, default=[1, 2, 5, 10, 20, 50])
    parser.add_argument("--slow", default="0:1", help="the share of threads that are slower, and by which factor")
    parser.add_argument("--lost", type=int, default=0, help="the number of threads that are lost")
    parser.add_argument("--timeout", type=float, default=30, help="the seconds after which a lost thread is noticed")
    parser.add_argument("--overhead", type=float, default=0.1, help="the seconds that starting a task takes")
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    times, rng = read_times(args.times), random.Random(args.seed)
    share, factor = (float(part) for part in args.slow.split(":"))
    mean, deviation = statistics.mean(times), statistics.pstdev(times)
    print(f"{len(times)} shards measured: {mean:.3f} s each, deviation {deviation / mean:.0%}, longest {max(times) / mean:.2f} of the mean")
    print("threads  shards/thread  seconds/shard   hours  of the ideal")
    for threads in args.threads:
        for each in args.shards_per_thread:
            results = []
            speeds = [1 / factor if thread < share * threads else 1.0 for thread in range(threads)]
            for _ in range(args.rounds):
                costs = rng.choices(times, k=threads * each)
                scale = args.work / sum(costs)
                costs = [cost * scale for cost in costs]
                results.append(simulate(costs, speeds, args.overhead, min(args.lost, threads - 1), args.timeout, rng))
            ideal = args.work / threads
            took = statistics.mean(results)
            print(f"{threads:7} {each:14} {args.work / threads / each:14.1f} {took / 3600:7.2f} {took / ideal:13.2f}")


main()
