// The squares that something beside the board speaks of at the moment: the board marks them as long as it does.

import { signal } from "@preact/signals";

export const pointed = signal<{ squares: readonly string[]; holds: boolean | null } | null>(null);
