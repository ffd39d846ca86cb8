// How many pieces of each kind each side has: the least and the most.

import { Check } from "../app/controls";
import { pieceName, roleName } from "../board/words";
import { t } from "../i18n";
import { NumberInput, type Shown } from "./fields";
import { asksMaterial, type Conditions, type Kind } from "./model";

const ROWS = [..."QRBNP"] as ("Q" | "R" | "B" | "N" | "P")[];

export function Pieces(shown: Shown) {
  const { conditions, set } = shown;
  return (
    <details class="conditions-part below-2">
      <summary class="baseline flows">
        <h3>{t("conditions.kinds")}</h3>
      </summary>
      <table class="conditions-counts small">
        <thead>
          <tr>
            <td />
            <th scope="col">{t("game.white")}</th>
            <th scope="col">{t("game.black")}</th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map((kind) => (
            <tr key={kind}>
              <th scope="row">{roleName(kind)}</th>
              <Count {...shown} kind={kind} />
              <Count {...shown} kind={kind.toLowerCase() as Kind} />
            </tr>
          ))}
        </tbody>
      </table>
      <Check
        checked={conditions.eitherSide !== undefined}
        disabled={!asksMaterial(conditions)}
        onChange={(isOn) => set("eitherSide", isOn ? "yes" : "")}
      >
        {t("conditions.eitherSide")}
      </Check>
    </details>
  );
}

function Count({ kind, ...shown }: Shown & { kind: Kind }) {
  const name = pieceName(kind);
  return (
    <td>
      <span class="conditions-count inline-row gap-1">
        <NumberInput {...shown} field={`${kind}>=`} label={t("conditions.least", { name })} />
        <span aria-hidden="true">–</span>
        <NumberInput {...shown} field={`${kind}<=`} label={t("conditions.most", { name })} />
      </span>
    </td>
  );
}

/** How many pieces of a kind are asked for, in a few words; empty where nothing is asked. */
export function countWords(conditions: Conditions, kind: Kind): string {
  const [least, most] = [conditions[`${kind}>=`], conditions[`${kind}<=`]];
  if (!least && !most) return "";
  const count =
    least === most ? least : least && most ? `${least}–${most}` : least ? `≥ ${least}` : `≤ ${most}`;
  return `${pieceName(kind)} ${count}`;
}
