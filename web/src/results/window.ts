// Which rows of a long list are on screen. Browsers draw no element higher than some 33 million pixels, so that the scrolled
// height of a very long list is less than that of its rows: it is then scaled.

const HIGHEST = 16_000_000;

export interface Window {
  /** The first row drawn, and the row after the last. */
  first: number;
  end: number;
  /** Where the first row stands, in pixels from the top of the scrolled height. */
  top: number;
  height: number;
}

export function visibleRows(
  rows: number,
  rowHeight: number,
  scrolled: number,
  view: number,
  over = 6,
): Window {
  const full = rows * rowHeight;
  const height = Math.min(full, HIGHEST);
  const most = Math.max(0, height - view);
  const at = Math.max(0, Math.min(scrolled, most));
  // The place in the unscaled list that stands at the top of the view.
  const place = full > height && most > 0 ? (at / most) * (full - view) : at;
  const first = Math.max(0, Math.floor(place / rowHeight) - over);
  const end = Math.min(rows, Math.ceil((place + view) / rowHeight) + over);
  return { first, end, top: at - place + first * rowHeight, height };
}

/** How far to scroll so that a row is seen; the present place where it is seen already. */
export function scrollTo(
  row: number,
  rows: number,
  rowHeight: number,
  scrolled: number,
  view: number,
): number {
  const full = rows * rowHeight;
  const height = Math.min(full, HIGHEST);
  const most = Math.max(0, height - view);
  const scale = full > height && full > view ? most / (full - view) : 1;
  const place = scale === 1 ? Math.min(scrolled, most) : scrolled / scale;
  const top = row * rowHeight;
  if (top < place) return top * scale;
  if (top + rowHeight > place + view) return (top + rowHeight - view) * scale;
  return scrolled;
}
