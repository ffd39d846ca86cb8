// The report's start: the results out of the document, the state, the layout.

import "../styles/base.css";
import "./report.css";
import { render } from "preact";
import { startLanguage } from "../app/language";
import { startTheme } from "../app/theme";
import { readResults } from "./data";
import { Page } from "./page";
import { Report } from "./store";

const root = document.getElementById("app");
if (root) {
  startTheme();
  startLanguage();
  const report = new Report(readResults());
  report.openAddress();
  addEventListener("popstate", () => report.openAddress());
  render(<Page report={report} />, root);
}
