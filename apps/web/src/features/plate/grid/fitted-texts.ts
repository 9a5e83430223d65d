/** What is painted of each name or lot; empty: it would be taken for another, or has no room. */
export type PaintedTexts = ReadonlyMap<string, string>;

/** Which of these texts are no wider than their place. Asked for many at once, since each asking lays out the page. */
export type WhichFit = (texts: readonly string[]) => readonly boolean[];

/**
 * Names or lots as they are painted in cells of one width: whole, or, of each that is too long, as many of its last
 * characters as fit in all of them, behind an ellipsis. Two that would then look alike are left out: none is better
 * than one that may be read as another.
 */
export function fittedTexts(texts: Iterable<string>, whichFit: WhichFit): PaintedTexts {
  const all = [...new Set(texts)].filter((text) => text !== '');
  const isWhole = whichFit(all);
  const tooLong = all.filter((_, index) => isWhole[index] !== true);
  const ends = endsOf(tooLong, whichFit);
  return withoutLookalikes(new Map(all.map((text) => [text, ends.get(text) ?? text])));
}

const segmenter = new Intl.Segmenter('en-GB');
/** Characters as people count them: none is cut in two. */
const charactersOf = (text: string): readonly string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);

/** The same number of last characters of every text, the most that fits in all of them. */
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

function withoutLookalikes(painted: PaintedTexts): PaintedTexts {
  const counts = new Map<string, number>();
  for (const look of painted.values()) counts.set(look, (counts.get(look) ?? 0) + 1);
  return new Map([...painted].map(([text, look]) => [text, counts.get(look) === 1 ? look : '']));
}
