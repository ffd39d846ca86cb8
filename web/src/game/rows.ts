// The main line as rows of a table: White's and Black's move side by side, and between the rows what interrupts them.

import type { TreeNode } from "../api/types";
import type { Item } from "./tree";

export type Row =
  | { kind: "moves"; number: string; white: number | undefined; black: number | undefined }
  | { kind: "comment"; text: string }
  | { kind: "variations"; lines: Item[][] };

/** The number of a move without the dots after it. */
export function plainNumber(number: string | undefined): string {
  return (number ?? "").replace(/\.+$/, "");
}

const isBlack = (node: TreeNode | undefined) => node?.number?.endsWith("...") ?? false;

/** The rows of a line. A side's place is `undefined` where its move stands in another row. */
export function rowsOf(items: readonly Item[], nodes: readonly TreeNode[]): Row[] {
  const rows: Row[] = [];
  let open: Extract<Row, { kind: "moves" }> | undefined;
  for (const item of items) {
    if (item.kind === "variations") {
      rows.push(item);
      open = undefined;
      continue;
    }
    const node = nodes[item.node];
    if (node?.before !== undefined) {
      rows.push({ kind: "comment", text: node.before });
      open = undefined;
    }
    if (open && isBlack(node) && open.black === undefined) {
      open.black = item.node;
    } else {
      open = { kind: "moves", number: plainNumber(node?.number), white: undefined, black: undefined };
      if (isBlack(node)) open.black = item.node;
      else open.white = item.node;
      rows.push(open);
    }
    if (node?.comment !== undefined) {
      rows.push({ kind: "comment", text: node.comment });
      open = undefined;
    }
    if (isBlack(node)) open = undefined;
  }
  return rows;
}
