// Text of the program, in which what is between backticks is code.

export function Marked({ text }: { text: string }) {
  return (
    <>
      {pieces(text).map(({ code, text: piece }, index) => (code ? <code key={index}>{piece}</code> : piece))}
    </>
  );
}

/** What shows nothing or turns the text around it, as a query may have it. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The pieces of a text; a backtick without a second one is itself. */
export function pieces(told: string): { code: boolean; text: string }[] {
  const text = told.replace(UNSEEN, (unseen) => (unseen === "\n" ? unseen : "\u{FFFD}"));
  const list: { code: boolean; text: string }[] = [];
  let rest = 0;
  for (const match of text.matchAll(/`([^`\n]+)`/g)) {
    if (match.index > rest) list.push({ code: false, text: text.slice(rest, match.index) });
    list.push({ code: true, text: match[1] as string });
    rest = match.index + match[0].length;
  }
  if (rest < text.length) list.push({ code: false, text: text.slice(rest) });
  return list;
}
