// The report's start: the page's state over the document, the layout.

import "../styles/base.css";
import "./report.css";
import { render } from "preact";
import { startChoices } from "../app/theme";
import { Page } from "./page";
import { Static } from "./static";
import { Report } from "./store";

const root = document.getElementById("app");
if (root) {
  startChoices();
  const report = new Report(new Static());
  void report.start().then(() => render(<Page report={report} />, root));
}
