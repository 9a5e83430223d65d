/** Pseudo-random numbers between 0 and 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const PIECES = [
  '\r\n',
  '\0',
  '--',
  ';',
  '"',
  '%00',
  '__proto__',
  '=',
  '.',
  '\u202E',
  '9'.repeat(40),
  '\xff\xfe',
];

/** Changes, cuts, duplicates or inserts a few bytes. */
export function mutatedBytes(good: Buffer, number: number): Buffer {
  const random = randomOf(number);
  const below = (end: number) => Math.floor(random() * end);
  let bytes = Buffer.from(good);
  for (let changes = 1 + below(3); changes > 0; changes--) {
    const at = below(bytes.length);
    const kind = below(5);
    if (kind === 0) bytes[at] = below(256);
    else if (kind === 1) bytes = bytes.subarray(0, at);
    else if (kind === 2) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + below(20))]);
    else if (kind === 3)
      bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.max(0, at - below(60)))]);
    else {
      const piece = Buffer.from(PIECES[below(PIECES.length)] ?? '', 'latin1');
      bytes = Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);
    }
  }
  return bytes;
}

const ODD_VALUES = [
  'null',
  'true',
  '-1',
  '0',
  '1e999',
  '-0',
  '9007199254740993',
  '""',
  '" "',
  '"\\u0000"',
  '"\\ud800"',
  '[]',
  '{}',
  '[[[[[[[[[[]]]]]]]]]]',
  '"=1+1"',
  '"<img src=x>"',
  '"#12345"',
  '"2026-02-30"',
  '"0000-01-01"',
  '"AB"',
  `"${'x'.repeat(5_000)}"`,
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
];

/** Changes a value or a name of JSON, or sometimes damages its text. */
export function jsonMutator(good: unknown): (number: number) => Buffer {
  const text = JSON.stringify(good);
  const bytes = Buffer.from(text);
  const places = [...text.matchAll(/"[^"\\]*"|-?\d+(?:\.\d+)?|true|false|null/g)].map(
    ({ index, 0: { length } }) => ({
      index,
      end: index + length,
      isName: text[index + length] === ':',
    }),
  );
  return (number) => {
    const random = randomOf(number);
    const below = (end: number) => Math.floor(random() * end);
    if (below(8) === 0) return mutatedBytes(bytes, number);
    const place = places[below(places.length)];
    if (place === undefined) return bytes;
    const name = below(2) === 0 ? '"__proto__"' : `"n${below(9)}"`;
    const put = place.isName ? name : (ODD_VALUES[below(ODD_VALUES.length)] ?? 'null');
    return Buffer.from(text.slice(0, place.index) + put + text.slice(place.end));
  };
}
