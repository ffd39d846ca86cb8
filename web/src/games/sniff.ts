// Whether a file can be games. The reader of PGN takes any text for a game without moves, so that a file chosen by mistake
// would become a database of one game.

const HEAD = 1 << 18;
const TAG = /^\s*\[\s*\w+\s+"/m;
const MOVE = /(?<![\w.])\d+\s*\.+\s*(?:[KQRBN][a-h1-8x]|[O0]-[O0]|[a-h]x?[a-h1-8])/;

/** False for a text that has neither a tag nor a move at its beginning. What is compressed or no text is the program's to judge. */
export async function canBeGames(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return true;
  }
  return !text.trim() || text.includes("\0") || TAG.test(text) || MOVE.test(text);
}
