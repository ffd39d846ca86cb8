// The places of the explanation and of the automata in the page.

import { render } from "preact";
import type { Mount } from "../app/mount";
import { AutomatonPanel } from "./automaton";
import { WhyPanel } from "./why";

export const mountWhy: Mount = (element, store) => {
  render(<WhyPanel store={store} />, element);
  return () => render(null, element);
};

export const mountAutomaton: Mount = (element, store) => {
  render(<AutomatonPanel store={store} />, element);
  return () => render(null, element);
};
