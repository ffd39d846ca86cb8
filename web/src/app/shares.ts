// How the room is divided: what the reader sets with the bars between parts, and with the corner of the board.

import { shareOf } from "./splitter";

/** How much the query has beside the answers. */
export const columns = shareOf("columns", 25, 40, 60);
/** How much the answers have above the game. */
export const rows = shareOf("rows", 20, 46, 80);
