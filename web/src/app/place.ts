// A position of a game.

export interface Place {
  source: string;
  game: number;
  node: number;
}

export const samePlace = (a: Place | null, b: Place | null): boolean =>
  a === b || (!!a && !!b && a.source === b.source && a.game === b.game && a.node === b.node);

export const sameGame = (a: Place | null, b: Place | null): boolean =>
  a === b || (!!a && !!b && a.source === b.source && a.game === b.game);
