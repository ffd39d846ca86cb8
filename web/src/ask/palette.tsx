// The pieces and tools with which squares are filled.

import { Button, Check, Select } from "../app/controls";
import { Icon, type IconName } from "../board/icons";
import { type Key, t } from "../i18n";
import { Art } from "./art";
import { lettersOf, toggle } from "./pieces";
import type { AskState, Tool, Where } from "./state";
import { letterWords, specWords } from "./words";

export function Palette({ state }: { state: AskState }) {
  return (
    <fieldset class="palette rows gap-1 narrows" aria-label={t("ask.palette")}>
      <div class="palette-row grid gap-1">
        {[..."KQRBNPA_kqrbnpa"].map((letter) => (
          <PieceButton state={state} letter={letter} key={letter} />
        ))}
        <ToolButton state={state} tool="clear" label="ask.clearTool" icon="clear" />
      </div>
      <PaletteMore state={state} />
    </fieldset>
  );
}

function PieceButton({ state, letter }: { state: AskState; letter: string }) {
  const { tool, brush, several } = state;
  const chosen = tool.value === "put" && brush.value !== undefined && lettersOf(brush.value).includes(letter);
  const choose = () => {
    const adds = several.value && tool.value === "put" && !state.isFreshSet;
    const set = adds ? toggle(brush.value, letter) : letter;
    state.isFreshSet = false;
    tool.value = "put";
    state.origin.value = undefined;
    brush.value = set ?? letter;
  };
  return (
    <Button
      class="palette-piece narrows framed"
      aria-pressed={chosen}
      aria-label={letterWords(letter)}
      title={`${letterWords(letter)} (${letter})`}
      onClick={choose}
    >
      <Art spec={letter} />
    </Button>
  );
}

/** A button that takes a tool in hand; with `words` it says what it does in view. */
function ToolButton(props: { state: AskState; tool: Tool; label: Key; icon: IconName; words?: boolean }) {
  const { tool, origin } = props.state;
  const label = t(props.label);
  return (
    <Button
      class={props.words ? "palette-tool framed narrows wide lean small" : "palette-tool framed narrows"}
      aria-pressed={tool.value === props.tool}
      label={label}
      onClick={() => {
        tool.value = props.tool;
        origin.value = undefined;
      }}
    >
      <Icon name={props.icon} />
      {props.words && ` ${label}`}
    </Button>
  );
}

const PLACES: readonly Where[] = ["here", "not", "area", "notArea"];

/** Whether the piece in hand must stand on squares or in areas, or must not. */
function WhereChoice({ state }: { state: AskState }) {
  // Before a manoeuvre pieces stand on squares.
  const places = state.question.value.kind === "path" ? PLACES.slice(0, 2) : PLACES;
  const { value } = state.where;
  return (
    <Select
      class="field ask-where narrows"
      label={t("ask.where")}
      value={places.includes(value) ? value : "here"}
      options={places.map((where) => [where, t(`ask.where.${where}`)])}
      onChange={(where) => {
        state.where.value = where;
        state.tool.value = "put";
        state.origin.value = undefined;
      }}
    />
  );
}

/** Sets of pieces, and the tools that change what stands on the board. */
function PaletteMore({ state }: { state: AskState }) {
  const { brush, several, question } = state;
  return (
    <div class="palette-more row flows flow-gap">
      <Check
        checked={several.value}
        onChange={(checked) => {
          several.value = checked;
          state.isFreshSet = checked;
          if (!checked && brush.value !== undefined) brush.value = lettersOf(brush.value)[0];
        }}
      >
        {t("ask.several")}
      </Check>
      <WhereChoice state={state} />
      {several.value && brush.value !== undefined && (
        <span class="palette-brush row gap-1">
          <Art spec={brush.value} />
          <span class="quiet">{specWords(brush.value)}</span>
        </span>
      )}
      <span class="palette-tools flex gap-1 at-end">
        <ToolButton state={state} tool="carry" label="ask.carryTool" icon="hand" />
        {question.value.kind === "path" && (
          <ToolButton state={state} tool="arrow" label="ask.arrowTool" icon="forward" words />
        )}
      </span>
    </div>
  );
}
