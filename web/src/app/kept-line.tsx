// A saved query or collection as an entry of a list: its name and a fact about it, as a button if a click does something, and
// what else can be done with it.

import type { ComponentChildren } from "preact";
import { Button } from "./controls";

interface Props {
  text: string;
  fact: string;
  onClick?: (() => void) | undefined;
  isCurrent?: boolean;
  children?: ComponentChildren;
}

export function KeptLine({ text, fact, onClick, isCurrent, children }: Props) {
  const content = (
    <>
      <span class="kept-text cut">{text}</span>
      <span class="quiet kept-fact tiny cut">{fact}</span>
    </>
  );
  return (
    <li class="kept row gap-1">
      {onClick ? (
        <Button
          class="kept-line pick grid grows narrows"
          title={text}
          aria-current={isCurrent ? "true" : undefined}
          onClick={onClick}
        >
          {content}
        </Button>
      ) : (
        <span class="kept-line grid grows to-left narrows">{content}</span>
      )}
      {children}
    </li>
  );
}
