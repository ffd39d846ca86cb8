// The worker of a list of rows: it takes the rows as the server sent them, and answers with the indices of those to show and
// with tallies.

import type { Facet, Row } from "../api/types";
import { ANSWERS } from "./answer";
import { Columns, type Sent } from "./columns";

const columns = new Columns(ANSWERS);

self.onmessage = ({ data }: MessageEvent<Sent<Row, Facet>>) => {
  const answer = columns.answer(data);
  if (!answer) return;
  if ("shown" in answer) self.postMessage(answer, { transfer: [answer.shown.buffer] });
  else self.postMessage(answer);
};
