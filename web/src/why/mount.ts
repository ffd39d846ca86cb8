import type { Mount } from "../app/mount";

export const mountWhy: Mount = (element) => () => element.replaceChildren();
export const mountAutomaton: Mount = (element) => () => element.replaceChildren();
