// The page's start: the store, the state of the address, the layout.

import "./styles/base.css";
import "./styles/layout.css";
import "./styles/parts.css";
import { render } from "preact";
import { connect } from "./api/backend";
import { http } from "./api/http";
import { App } from "./app/app";
import { begin } from "./app/begin";
import { Store } from "./app/store";

connect(http);
const store = new Store();
const root = document.getElementById("app");
if (root) {
  render(<App store={store} />, root);
  void begin(store);
}
