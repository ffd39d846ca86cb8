// The place of the question by board in the page.

import { render } from "preact";
import type { Mount } from "../app/mount";
import { AskPanel } from "./panel";

export const mountAsk: Mount = (element, store) => {
  render(<AskPanel store={store} />, element);
  return () => render(null, element);
};
