// A saved query or collection as one line: its name and a fact about it; a button, if a click does something.

import { Button } from "./button";

interface Props {
  text: string;
  fact: string;
  onClick?: (() => void) | undefined;
  isCurrent?: boolean;
}

export function KeptLine({ text, fact, onClick, isCurrent }: Props) {
  const content = (
    <>
      <span class="kept-text cut">{text}</span>
      <span class="quiet kept-fact tiny cut">{fact}</span>
    </>
  );
  if (!onClick) return <span class="kept-line grid grows to-left narrows">{content}</span>;
  return (
    <Button
      class="kept-line pick grid grows narrows"
      title={text}
      aria-current={isCurrent ? "true" : undefined}
      onClick={onClick}
    >
      {content}
    </Button>
  );
}
