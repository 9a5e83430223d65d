import { type Code, emit, OP, type WasmType } from './wasm-bytes.ts';

/**
 * What an expression of the kernel stands for. `pair` is a number of each of two readings, `wholes` a whole number of
 * each; a whole number that moves is the loop's index, or counted from it. Arrays are places in memory.
 */
export type Value =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'whole'; readonly code: Code; readonly moves: boolean }
  | { readonly kind: 'number'; readonly code: Code }
  | { readonly kind: 'pair'; readonly code: Code }
  | { readonly kind: 'wholes'; readonly codes: readonly [Code, Code] }
  | { readonly kind: 'array'; readonly base: Code; readonly offset: number };

export const constant = (value: number): Value => ({ kind: 'constant', value });
export const whole = (code: Code, moves = false): Value => ({ kind: 'whole', code, moves });
export const number = (code: Code): Value => ({ kind: 'number', code });
export const pair = (code: Code): Value => ({ kind: 'pair', code });

export const wasmTypeOf = ({ kind }: Value): WasmType => {
  switch (kind) {
    case 'whole':
    case 'array':
      return 'i32';
    case 'constant':
    case 'number':
      return 'f64';
    case 'pair':
    case 'wholes':
      return 'v128';
  }
};

/** The code of a whole number. */
export function asWhole(value: Value): Code {
  if (value.kind === 'whole') return value.code;
  if (value.kind === 'constant' && Number.isInteger(value.value)) return emit.whole(value.value);
  if (value.kind === 'array') {
    const offset = emit.whole(value.offset);
    return value.base.length === 0 ? offset : [...value.base, ...offset, ...OP.i32['+']];
  }
  throw new Error(`no whole number: ${value.kind}`);
}

/** The code of a number. */
export function asNumber(value: Value): Code {
  if (value.kind === 'number') return value.code;
  if (value.kind === 'constant') return emit.number(value.value);
  if (value.kind === 'whole' && !value.moves) return [...value.code, ...emit.fromWhole];
  throw new Error(`no number: ${value.kind}`);
}

const compared = (a: number, b: number, operator: string): number => {
  switch (operator) {
    case '<':
      return Number(a < b);
    case '>':
      return Number(a > b);
    case '<=':
      return Number(a <= b);
    case '>=':
      return Number(a >= b);
    case '===':
      return Number(a === b);
    default:
      throw new Error(`no operator of constants: ${operator}`);
  }
};

/** What two numbers that are known come to. */
export function constantOf(a: number, b: number, operator: string): number {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case '<<':
      return a << b;
    case '>>':
      return a >> b;
    case '&':
      return a & b;
    case '|':
      return a | b;
    default:
      return compared(a, b, operator);
  }
}
