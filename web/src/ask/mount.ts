import type { Mount } from "../app/mount";

export const mountAsk: Mount = (element) => () => element.replaceChildren();
