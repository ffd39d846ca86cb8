// What is opened over the page: training, a sheet to print, a study, a collection. Their code is loaded when they are.

import { signal } from "@preact/signals";
import type { Recipe } from "../api/types";
import type { Search } from "../results/search";
import type { Item } from "./item";

/** Where items come from: the answers of a search, or items that are there. */
export type From = { search: Search } | { items: readonly Item[]; title: string };

export type Opened =
  | { kind: "train"; from: From | "due" }
  | { kind: "print" | "study"; from: From }
  | { kind: "collection"; name: string }
  | { kind: "recipes"; at: Recipe | string };

export const opened = signal<Opened | null>(null);
