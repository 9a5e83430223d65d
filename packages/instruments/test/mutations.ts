import { seededRandom } from './generate/random.ts';

type Mutation = (bytes: Uint8Array, uniform: () => number) => Uint8Array;

function at(bytes: Uint8Array, uniform: () => number): number {
  return Math.floor(uniform() * bytes.length);
}

function splice(bytes: Uint8Array, edit: { from: number; to: number; put: Uint8Array }): Uint8Array {
  const { from, to, put } = edit;
  return new Uint8Array(Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(to)]));
}

/** Texts that are difficult for parsers: numbers, punctuation, limits. */
const WORDS = [
  'NaN',
  '-1',
  '1e999',
  '',
  '0',
  '99999999',
  '"',
  '<',
  '&',
  '\t',
  ';',
  '\r\n',
  '\0',
  'A1',
  ']]>',
  '__proto__',
];

const MUTATIONS: readonly Mutation[] = [
  (bytes, uniform) => {
    const changed = bytes.slice();
    for (let count = 0; count < 1 + uniform() * 4; count++)
      changed[at(bytes, uniform)] = Math.floor(uniform() * 256);
    return changed;
  },
  (bytes, uniform) => {
    const changed = bytes.slice();
    const place = at(bytes, uniform);
    changed[place] = (changed[place] ?? 0) ^ (1 << Math.floor(uniform() * 8));
    return changed;
  },
  (bytes, uniform) => bytes.slice(0, at(bytes, uniform)),
  (bytes, uniform) => {
    const from = at(bytes, uniform);
    return splice(bytes, { from, to: from + 1 + Math.floor(uniform() * 64), put: new Uint8Array() });
  },
  (bytes, uniform) => {
    const from = at(bytes, uniform);
    const piece = bytes.subarray(from, from + 1 + Math.floor(uniform() * 256));
    return splice(bytes, { from, to: from, put: piece });
  },
  (bytes, uniform) => {
    const from = at(bytes, uniform);
    const word = new TextEncoder().encode(WORDS[Math.floor(uniform() * WORDS.length)]);
    return splice(bytes, { from, to: from + Math.floor(uniform() * 8), put: word });
  },
  (bytes, uniform) => {
    const changed = bytes.slice();
    const place = Math.min(at(bytes, uniform), bytes.length - 4);
    const values = [0, 1, 0x7fffffff, 0xffffffff, 0xfffffffe, 0x10000, 0xffff];
    if (place >= 0) {
      const value = values[Math.floor(uniform() * values.length)] ?? 0;
      new DataView(changed.buffer).setUint32(place, value, true);
    }
    return changed;
  },
];

/** Damages bytes, deterministically for a number. */
export function mutate(bytes: Uint8Array, number: number): Uint8Array {
  const { uniform } = seededRandom(number * 2_654_435_761 + 1);
  uniform();
  const mutation = MUTATIONS[Math.floor(uniform() * MUTATIONS.length)];
  return mutation === undefined ? bytes : mutation(bytes, uniform);
}
