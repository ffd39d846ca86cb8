// The backend of `tabiya serve`. Addresses are relative to the page's, which holds the token.

import type { Backend } from "./backend";

const EVENTS = ["rows", "progress", "message", "end"];
/** What browsers send of a page that has gone, in characters, which may be several bytes. */
const LAST_WORDS = 20_000;

export const http: Backend = {
  isHere: false,

  ask({ method, address, body, signal }) {
    const type = typeof body === "string" ? "application/json" : "application/octet-stream";
    return fetch(`api/${address}`, {
      method,
      ...(body === undefined ? {} : { body, headers: { "Content-Type": type } }),
      signal: signal ?? null,
      // It is sent even if the page goes meanwhile.
      keepalive: method === "DELETE" || (address === "memory" && String(body ?? "").length < LAST_WORDS),
    });
  },

  /** The browser reconnects by itself. */
  listen(search, { event, lost }) {
    const events = new EventSource(`api/searches/${encodeURIComponent(search)}/events`);
    for (const name of EVENTS)
      events.addEventListener(name, (sent) => {
        if (name === "end") events.close();
        event(name, (sent as MessageEvent<string>).data);
      });
    events.addEventListener("error", () => {
      if (events.readyState === EventSource.CLOSED) lost();
    });
    return () => events.close();
  },
};
