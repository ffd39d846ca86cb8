// The question as the page has it: the conditions, those that are switched off for now, and the text. The query is written from
// it; a query is read into it where it comes from elsewhere or where somebody types one.

import { lineOf, restOf, type Written, written } from "./line";
import { type Conditions, type Field, read, write } from "./model";
import type { Part } from "./parts";

export interface Asked {
  /** The text that was typed or that boards wrote. */
  readonly text: string;
  readonly conditions: Conditions;
  readonly off: Conditions;
}

export const NOTHING: Asked = { text: "", conditions: {}, off: {} };

export const queryOf = ({ text, conditions }: Asked): Written => written(text, write(conditions));

/** The question of a whole query. A condition that is switched off stays so, unless the query has another condition of its kind. */
export function askedIn(query: string, parts: readonly Part[], off: Conditions = {}): Asked {
  return withConditions({ ...NOTHING, text: restOf(query), off }, read(lineOf(query)?.text ?? "", parts));
}

/** Other conditions; one of them that was switched off is on again. */
export function withConditions(asked: Asked, conditions: Conditions): Asked {
  const off = { ...asked.off };
  for (const name of Object.keys(conditions) as (keyof Conditions)[])
    if (name !== "parts" && name !== "other") delete off[name];
  const rest = off.parts?.filter((part) => !conditions.parts?.includes(part));
  return { ...asked, conditions, off: rest ? { ...off, parts: rest } : off };
}

/** One condition as people see it: the fields that mean something together, a recipe, or what was written by hand. */
export interface Condition {
  fields: readonly Field[];
  part?: Part;
  isOther?: boolean;
}

/** The condition alone, and the others. */
function split(all: Conditions, { fields, part, isOther }: Condition): [own: Conditions, others: Conditions] {
  const { parts = [], other, ...rest } = all;
  const entries = Object.entries(rest);
  const pick = (isOwn: boolean): Conditions => {
    const own = parts.filter((each) => (each === part) === isOwn);
    return {
      ...Object.fromEntries(entries.filter(([name]) => fields.includes(name as Field) === isOwn)),
      ...(own.length && { parts: own }),
      ...(other !== undefined && Boolean(isOther) === isOwn && { other }),
    };
  };
  return [pick(true), pick(false)];
}

function joined(some: Conditions, more: Conditions): Conditions {
  const parts = [...(some.parts ?? []), ...(more.parts ?? [])];
  const other = [some.other, more.other].filter(Boolean).join(" ");
  return { ...some, ...more, ...(parts.length && { parts }), ...(other && { other }) };
}

/** Switches a condition on or off. */
export function switched(asked: Asked, condition: Condition, on: boolean): Asked {
  const [from, to] = on ? (["off", "conditions"] as const) : (["conditions", "off"] as const);
  const [own, others] = split(asked[from], condition);
  return { ...asked, [from]: others, [to]: joined(asked[to], own) };
}

/** Takes a condition away, whether it is on or off. */
export function removed(asked: Asked, condition: Condition): Asked {
  const [[, conditions], [, off]] = [split(asked.conditions, condition), split(asked.off, condition)];
  return { ...asked, conditions, off };
}
