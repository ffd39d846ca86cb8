// The picture of what stands on a square of a question: one piece, any piece of a side, nothing, several
// pieces in one, or crossed out what must not stand there.

import { pieceClass } from "../board/picture";
import { lettersOf, refusedBy, type Spec } from "./pieces";

/** More pieces than these in a set are shown by their number. */
const MOST = 4;

export function Art({ spec }: { spec: Spec }) {
  const refused = refusedBy(spec);
  if (refused !== undefined)
    return (
      <span class="art block art-not" aria-hidden="true">
        <Art spec={refused} />
      </span>
    );
  const letters = lettersOf(spec);
  if (letters.length === 1)
    return <span class={`art block ${pieceClass(letters[0] ?? "")}`} aria-hidden="true" />;
  const shown = letters.length > MOST ? letters.slice(0, MOST - 1) : letters;
  return (
    <span class="art grid art-set" aria-hidden="true">
      {shown.map((letter) => (
        <span class={pieceClass(letter)} />
      ))}
      {shown.length < letters.length && <span class="art-more grid">+{letters.length - shown.length}</span>}
    </span>
  );
}
