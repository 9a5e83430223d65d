/** The shown text of each name or lot; empty if it would be ambiguous or does not fit. */
export type PaintedTexts = ReadonlyMap<string, string>;

/** Whether each text fits. Takes many at once, because each call lays out the page. */
export type WhichFit = (texts: readonly string[]) => readonly boolean[];

/**
 * Fits names or lots to cells of one width. Texts that are too long are cut to an ellipsis and their last
 * characters, the same number for all. Texts that would then be ambiguous are omitted: no name is safer than
 * a wrong one.
 */
export function fittedTexts(texts: Iterable<string>, whichFit: WhichFit): PaintedTexts {
  const all = [...new Set(texts)].filter((text) => text !== '');
  const isWhole = whichFit(all);
  const tooLong = all.filter((_, index) => isWhole[index] !== true);
  const ends = endsOf(tooLong, whichFit);
  return withoutAmbiguous(new Map(all.map((text) => [text, ends.get(text) ?? text])));
}

const segmenter = new Intl.Segmenter('en-GB');
/** Grapheme clusters, which must not be split. */
const charactersOf = (text: string): readonly string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);

/** The last characters of every text, as many as fit for all of them. */
function endsOf(texts: readonly string[], whichFit: WhichFit): ReadonlyMap<string, string> {
  const spelt = texts.map(charactersOf);
  const endsWith = (length: number): readonly string[] =>
    spelt.map((characters) => (length === 0 ? '' : `…${characters.slice(-length).join('')}`));
  let fitting = 0;
  let tooMany = Math.max(0, ...spelt.map(({ length }) => length));
  while (tooMany - fitting > 1) {
    const length = Math.floor((fitting + tooMany) / 2);
    if (whichFit(endsWith(length)).every(Boolean)) fitting = length;
    else tooMany = length;
  }
  const ends = endsWith(fitting);
  return new Map(texts.map((text, index) => [text, ends[index] ?? '']));
}

function withoutAmbiguous(painted: PaintedTexts): PaintedTexts {
  const counts = new Map<string, number>();
  for (const look of painted.values()) counts.set(look, (counts.get(look) ?? 0) + 1);
  return new Map([...painted].map(([text, look]) => [text, counts.get(look) === 1 ? look : '']));
}
