// The names of sources, so that each is known by its own: two files with the same name
// have as much of their paths as tells them apart.

import type { Source } from "../api/types";

/** A name for each source that no other one has, in their order. */
export function uniqueNames(sources: readonly Source[]): string[] {
  const same = new Map<string, Source[]>();
  for (const source of sources) same.set(source.name, [...(same.get(source.name) ?? []), source]);
  const given = new Map<string, number>();
  return sources.map((source) => {
    const name = shortest(source, same.get(source.name) ?? []);
    // Files that were dropped have no path.
    const count = (given.get(name) ?? 0) + 1;
    given.set(name, count);
    return count > 1 ? `${name} (${count})` : name;
  });
}

/** The source that has a name among all of them. */
export function named(sources: readonly Source[], name: string): Source | undefined {
  const [at, ...others] = uniqueNames(sources).flatMap((each, i) => (each === name ? [i] : []));
  return at === undefined || others.length ? undefined : sources[at];
}

/** The last parts of a path, as many as no other source of the same name has. */
function shortest(source: Source, same: readonly Source[]): string {
  const others = same.filter((other) => other !== source);
  const parts = partsOf(source);
  for (let length = 1; length <= parts.length; length += 1) {
    const end = parts.slice(-length).join("/");
    if (others.every((other) => partsOf(other).slice(-length).join("/") !== end)) return end;
  }
  return source.path ?? source.name;
}

function partsOf({ name, path }: Source): string[] {
  return path === undefined ? [name] : path.split(/[\\/]/).filter((part) => part && part !== ".");
}
