// The place of the game's viewer in the page.

import { render } from "preact";
import type { Mount } from "../app/mount";
import { Viewer } from "./viewer";

export const mountGame: Mount = (element, store) => {
  render(<Viewer store={store} />, element);
  return () => render(null, element);
};
