// The place over the page where what is opened is shown.

import { setTo } from "../app/controls";
import { later } from "../app/later";
import type { Store } from "../app/store";
import { opened } from "./opened";

const Content = later(() => import("./content").then((module) => module.Content), setTo(opened, null));

export function Room({ store }: { store: Store }) {
  const what = opened.value;
  return what && <Content store={store} what={what} />;
}
