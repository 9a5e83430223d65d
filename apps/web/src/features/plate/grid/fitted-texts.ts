/** The shown text of each name or lot; empty if it would be ambiguous or does not fit. */
export type PaintedTexts = ReadonlyMap<string, string>;

/** Whether each text fits. Takes many at once, because each call lays out the page. */
export type WhichFit = (texts: readonly string[]) => readonly boolean[];

/**
 * Fits names or lots to cells of one width. Texts that are too long are cut to an ellipsis and their last
 * characters, the same number for all. If all of them end alike, that end is left out. Texts that would then be
 * ambiguous are omitted: no name is safer than a wrong one.
 */
export function fittedTexts(texts: Iterable<string>, whichFit: WhichFit): PaintedTexts {
  const all = [...new Set(texts)].filter((text) => text !== '');
  const isWhole = whichFit(all);
  const tooLong = all.filter((_, index) => isWhole[index] !== true);
  const ends = distinctEndsOf(tooLong, whichFit);
  return withoutAmbiguous(new Map(all.map((text) => [text, ends.get(text) ?? text])));
}

const segmenter = new Intl.Segmenter('en-GB');
/** Grapheme clusters, which must not be split. */
const charactersOf = (text: string): readonly string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);

/** What texts that are too long show: their ends, or what stands before an end that all of them share. */
function distinctEndsOf(texts: readonly string[], whichFit: WhichFit): ReadonlyMap<string, string> {
  const spelt = texts.map(charactersOf);
  const ends = endsOf(spelt, { whichFit, after: '' });
  const areAlike = texts.length > 1 && new Set(ends).size === 1;
  const shown = areAlike ? endsOf(withoutSharedEnd(spelt), { whichFit, after: '…' }) : ends;
  return new Map(texts.map((text, index) => [text, shown[index] ?? '']));
}

function withoutSharedEnd(spelt: readonly (readonly string[])[]): readonly (readonly string[])[] {
  let shared = 1;
  while (new Set(spelt.map((characters) => characters.at(-shared))).size === 1) shared += 1;
  return spelt.map((characters) => characters.slice(0, characters.length - shared + 1));
}

/** The last characters of every text, as many as fit for all of them. */
function endsOf(
  spelt: readonly (readonly string[])[],
  { whichFit, after }: { readonly whichFit: WhichFit; readonly after: string },
): readonly string[] {
  const endsWith = (length: number): readonly string[] =>
    spelt.map((characters) => (length === 0 ? '' : `…${characters.slice(-length).join('')}${after}`));
  let fitting = 0;
  let tooMany = Math.max(0, ...spelt.map(({ length }) => length));
  while (tooMany - fitting > 1) {
    const length = Math.floor((fitting + tooMany) / 2);
    if (whichFit(endsWith(length)).every(Boolean)) fitting = length;
    else tooMany = length;
  }
  return endsWith(fitting);
}

function withoutAmbiguous(painted: PaintedTexts): PaintedTexts {
  const counts = new Map<string, number>();
  for (const look of painted.values()) counts.set(look, (counts.get(look) ?? 0) + 1);
  return new Map([...painted].map(([text, look]) => [text, counts.get(look) === 1 ? look : '']));
}
