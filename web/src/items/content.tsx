// What is opened over the page, by its kind. This file and what it needs are loaded when something is opened first.

import type { Store } from "../app/store";
import { CollectionDialog } from "../collections/dialog";
import { PrintDialog } from "../print/dialog";
import { Recipes } from "../recipes/gallery";
import { StudyDialog } from "../study/dialog";
import { Trainer } from "../train/trainer";
import type { Opened } from "./opened";

export function Content({ store, what }: { store: Store; what: Opened }) {
  switch (what.kind) {
    case "train":
      return <Trainer store={store} from={what.from} />;
    case "print":
      return <PrintDialog store={store} from={what.from} />;
    case "study":
      return <StudyDialog store={store} from={what.from} />;
    case "collection":
      return <CollectionDialog store={store} name={what.name} />;
    case "recipes":
      return <Recipes store={store} at={what.at} />;
  }
}
