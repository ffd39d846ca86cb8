// The positions of rows, for boards. A row has the number of its position only, so its game is asked for, once.

import type { Api } from "../api/client";
import type { GameTree, Row } from "../api/types";

/** The number of games that are kept, and of those that are asked for at a time. */
const KEPT = 400;
const AT_ONCE = 4;

export interface Position {
  fen: string;
  last: readonly string[];
}

export class Positions {
  private readonly games = new Map<string, Promise<GameTree>>();
  private asking = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly api: Pick<Api, "game">) {}

  /** The position of a row. It fails if the game cannot be read, or if nobody wants it any more. */
  async of(row: Pick<Row, "source" | "game" | "node">, signal: AbortSignal): Promise<Position> {
    const key = `${row.source}/${row.game}`;
    let game = this.games.get(key);
    if (!game) {
      await this.turn(signal);
      game = this.games.get(key) ?? this.api.game({ source: row.source, game: row.game });
      this.keep(key, game);
      const done = () => {
        this.asking -= 1;
        this.waiting.shift()?.();
      };
      game.then(done, () => {
        this.games.delete(key);
        done();
      });
    }
    const node = (await game).nodes[row.node];
    if (!node) throw new RangeError(`position ${row.node}`);
    return { fen: node.fen, last: node.last ?? [] };
  }

  /** Waits until another game may be asked for. */
  private async turn(signal: AbortSignal): Promise<void> {
    while (this.asking >= AT_ONCE) await new Promise<void>((go) => this.waiting.push(go));
    if (signal.aborted) {
      this.waiting.shift()?.();
      throw signal.reason;
    }
    this.asking += 1;
  }

  private keep(key: string, game: Promise<GameTree>): void {
    this.games.delete(key);
    this.games.set(key, game);
    for (const old of this.games.keys()) {
      if (this.games.size <= KEPT) break;
      this.games.delete(old);
    }
  }
}
