// What is opened over the page, by its kind. This file and what it needs are loaded when something is opened first.

import type { Store } from "../app/store";
import { Trainer } from "../train/trainer";
import type { Opened } from "./opened";

export function Content({ store, what }: { store: Store; what: Opened }) {
  if (what.kind === "train") return <Trainer store={store} from={what.from} />;
  return null;
}
