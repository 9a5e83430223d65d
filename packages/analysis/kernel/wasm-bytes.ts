/**
 * WebAssembly as bytes: of its instructions those that the kernel needs.
 *
 * @see https://webassembly.github.io/spec/core/binary/
 */
export type Code = readonly number[];

/** A whole number of either sign, seven bits a byte. */
export function signed(value: number): Code {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7) {
    const low = rest & 0x7f;
    const isLast = (rest >> 7 === 0 && (low & 0x40) === 0) || (rest >> 7 === -1 && (low & 0x40) !== 0);
    bytes.push(isLast ? low : low | 0x80);
    if (isLast) return bytes;
  }
}

export function unsigned(value: number): Code {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    bytes.push(rest > 0x7f ? (rest & 0x7f) | 0x80 : rest);
    if (rest <= 0x7f) return bytes;
  }
}

const double = (value: number): Code => [...new Uint8Array(new Float64Array([value]).buffer)];

/** Types of values: a whole number, a number, two numbers side by side. */
export const TYPE = { i32: 0x7f, f64: 0x7c, v128: 0x7b } as const;
export type WasmType = keyof typeof TYPE;

/** Numbers lie at multiples of 2³ bytes. */
const place = (offset: number): Code => [3, ...unsigned(offset)];
const simd = (opcode: number): Code => [0xfd, ...unsigned(opcode)];

export const OP = {
  i32: {
    '+': [0x6a],
    '-': [0x6b],
    '*': [0x6c],
    '&': [0x71],
    '|': [0x72],
    '<<': [0x74],
    '>>': [0x75],
    '===': [0x46],
    '!==': [0x47],
    '<': [0x48],
    '>': [0x4a],
    '<=': [0x4c],
    '>=': [0x4e],
  },
  f64: {
    '+': [0xa0],
    '-': [0xa1],
    '*': [0xa2],
    '/': [0xa3],
    '===': [0x61],
    '!==': [0x62],
    '<': [0x63],
    '>': [0x64],
    '<=': [0x65],
    '>=': [0x66],
    abs: [0x99],
    negate: [0x9a],
    sqrt: [0x9f],
    min: [0xa4],
    max: [0xa5],
  },
  v128: {
    '+': simd(0xf0),
    '-': simd(0xf1),
    '*': simd(0xf2),
    '/': simd(0xf3),
    '===': simd(0x47),
    '!==': simd(0x48),
    '<': simd(0x49),
    '>': simd(0x4a),
    '<=': simd(0x4b),
    '>=': simd(0x4c),
    abs: simd(0xec),
    negate: simd(0xed),
    sqrt: simd(0xef),
    min: simd(0xf4),
    max: simd(0xf5),
  },
} as const satisfies Record<WasmType, Record<string, Code>>;

export const emit = {
  whole: (value: number): Code => [0x41, ...signed(value)],
  number: (value: number): Code => [0x44, ...double(value)],
  get: (local: number): Code => [0x20, ...unsigned(local)],
  set: (local: number): Code => [0x21, ...unsigned(local)],
  isZero: [0x45],
  fromWhole: [0xb7],
  toWhole: [0xfc, 0x02],
  toWholes: simd(0xfc),
  wholeLane: (lane: 0 | 1): Code => [...simd(0x1b), lane],
  choose: [0x1b],
  drop: [0x1a],
  return: [0x0f],
  call: (index: number): Code => [0x10, ...unsigned(index)],
  load: (offset: number): Code => [0x2b, ...place(offset)],
  store: (offset: number): Code => [0x39, ...place(offset)],
  loadPair: (offset: number): Code => [...simd(0x00), ...place(offset)],
  storePair: (offset: number): Code => [...simd(0x0b), ...place(offset)],
  /** One number from memory twice, and one in the place of the second. */
  loadTwice: (offset: number): Code => [...simd(0x0a), ...place(offset)],
  loadSecond: (offset: number): Code => [...simd(0x57), ...place(offset), 1],
  twice: simd(0x14),
  lane: (lane: 0 | 1): Code => [...simd(0x21), lane],
  replaceSecond: [...simd(0x22), 1],
  chooseByLane: simd(0x52),
  /** Of two pairs, by lane: the second where it is less, or greater, else the first. */
  lesser: simd(0xf6),
  greater: simd(0xf7),
  if: (condition: Code, then: Code, otherwise: Code): Code => [
    ...[...condition, 0x04, 0x40, ...then],
    ...(otherwise.length === 0 ? [0x0b] : [0x05, ...otherwise, 0x0b]),
  ],
  /** A loop in a block: `break` leaves the block, `continue` leaves the body. */
  loop: ({ condition, body, step }: { condition: Code; body: Code; step: Code }): Code => [
    ...[0x02, 0x40, 0x03, 0x40, ...condition, 0x45, 0x0d, 1],
    ...[0x02, 0x40, ...body, 0x0b, ...step, 0x0c, 0, 0x0b, 0x0b],
  ],
  branch: (depth: number): Code => [0x0c, ...unsigned(depth)],
} as const;

export interface WasmFunction {
  readonly parameters: readonly WasmType[];
  readonly result: WasmType | null;
  readonly locals: readonly WasmType[];
  readonly body: Code;
  /** Null: for the module alone. */
  readonly exportedAs: string | null;
}

const text = (value: string): Code => {
  const bytes = [...new TextEncoder().encode(value)];
  return [...unsigned(bytes.length), ...bytes];
};
const list = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()];
const section = (id: number, content: Code): Code => [id, ...unsigned(content.length), ...content];
const typeOf = (type: WasmType): Code => [TYPE[type]];

/** A module of functions that work on the memory `kernel.memory` of so many pages. */
export function moduleBytes(functions: readonly WasmFunction[], pages: number): Uint8Array {
  const types = functions.map(({ parameters, result }) => [
    ...[0x60, ...list(parameters.map(typeOf))],
    ...list(result === null ? [] : [typeOf(result)]),
  ]);
  const bodies = functions.map(({ locals, body }) => {
    const content = [...list(locals.map((type) => [1, TYPE[type]])), ...body, 0x0b];
    return [...unsigned(content.length), ...content];
  });
  const exported = functions.flatMap(({ exportedAs }, index) =>
    exportedAs === null ? [] : [[...text(exportedAs), 0, ...unsigned(index)]],
  );
  const memory = [...text('kernel'), ...text('memory'), 2, 1, ...unsigned(pages), ...unsigned(pages)];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list(types)),
    ...section(2, list([memory])),
    ...section(3, list(functions.map((_, index) => unsigned(index)))),
    ...section(7, list(exported)),
    ...section(10, list(bodies)),
  ]);
}
