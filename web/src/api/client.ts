// The program's interface: a function for each request.

import { saveBlob } from "../app/save";
import { backend, type Sent } from "./backend";
import { ADDRESSES } from "./generated";
import type { Diagnostic, ErrorBody, ExportFormat, ExportRows, Filters, Requests, Source } from "./types";

/** An answer other than what was asked for. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly help: string | undefined;
  readonly diagnostics: Diagnostic[];

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.error?.message ?? `HTTP ${status}`);
    this.name = "ApiError";
    this.status = status;
    this.code = body.error?.code ?? "";
    this.help = body.error?.help;
    this.diagnostics = body.diagnostics ?? [];
  }
}

async function send(sent: Sent): Promise<Response> {
  const response = await backend().ask(sent);
  if (response.ok) return response;
  const body = await response.json().catch(() => ({}));
  throw new ApiError(response.status, body as Partial<ErrorBody>);
}

/** The parameters that have a value, as the end of an address. */
export function parameters(values: object): string {
  const set = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== "") set.set(name, String(value));
  }
  const text = set.toString();
  return text ? `?${text}` : "";
}

type Calls = {
  [Name in keyof Requests]: (asked: Requests[Name][0], signal?: AbortSignal) => Promise<Requests[Name][1]>;
};

const addresses: Record<keyof Requests, string> = {
  ...ADDRESSES,
  about: "GET about",
  open: "POST sources",
  paths: "GET paths",
  evaluate: "POST evaluate",
  kept: "GET memory",
  keep: "POST memory",
};

/** What makes a request: what is not in its address is its body or, if it has none, stands after the address. */
function call(request: string) {
  const [method, path] = request.split(" ") as [Sent["method"], string];
  return async (asked: object, signal?: AbortSignal): Promise<unknown> => {
    const { id, ...rest } = { id: "", ...asked };
    const address = path.replace("{id}", encodeURIComponent(id));
    const sent = method === "POST" ? { body: JSON.stringify(asked) } : {};
    const end = method === "POST" ? "" : parameters(rest);
    const response = await send({ method, address: address + end, ...sent, signal });
    return response.status === 204 ? null : response.json();
  };
}

export const api = {
  ...(Object.fromEntries(Object.entries(addresses).map(([name, at]) => [name, call(at)])) as Calls),
  drop: async (file: File) => {
    const address = `drop${parameters({ name: file.name })}`;
    return (await send({ method: "POST", address, body: file })).json() as Promise<Source>;
  },
  /** A file of results: the address for a link, or what saves it where nothing has an address. */
  file(id: string, format: ExportFormat, rows: ExportRows, filters: Filters) {
    const address = `searches/${encodeURIComponent(id)}/export${parameters({ format, rows, ...filters })}`;
    if (!backend().isHere) return { address: `api/${address}` };
    const save = async () =>
      saveBlob(`tabiya.${format}`, await (await send({ method: "GET", address })).blob());
    return { save };
  },
  /** An engine in the page does not write tables for other programs, which would make it much larger. */
  isMade: (format: ExportFormat) => format !== "parquet" || !backend().isHere,
};

export type Api = typeof api;
