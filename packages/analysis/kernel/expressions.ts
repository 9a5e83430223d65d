import ts from 'typescript';

import type { FunctionScope } from './function-scope.ts';
import {
  asNumber,
  asWhole,
  constant,
  constantOf,
  number,
  pair,
  type Value,
  whole,
  wasmTypeOf,
} from './values.ts';
import { type Code, emit, OP } from './wasm-bytes.ts';

const isComparison = (operator: string): boolean => /^[<>]=?$|^[=!]==$/.test(operator);

function operation(table: Readonly<Record<string, Code>>, operator: string): Code {
  const found = table[operator];
  if (found === undefined) throw new Error(`the kernel knows no ${operator} here`);
  return found;
}

const isInteger = (value: Value): boolean =>
  value.kind === 'whole' || (value.kind === 'constant' && Number.isInteger(value.value));

const moves = (value: Value): boolean => value.kind === 'whole' && value.moves;

/** One lane of a value that is a whole number in each. */
const laneOf = (value: Value, lane: 0 | 1): Code =>
  value.kind === 'wholes' ? value.codes[lane] : asWhole(value);

/** Two values and the operator between them. */
function operate(scope: FunctionScope, operator: string, [a, b]: readonly [Value, Value]): Value {
  if (a.kind === 'constant' && b.kind === 'constant') return constant(constantOf(a.value, b.value, operator));
  if (a.kind === 'wholes' || b.kind === 'wholes') {
    const integers = [a, b].every((value) => value.kind === 'wholes' || isInteger(value));
    if (integers && operator !== '/') {
      const lane = (which: 0 | 1): Code => [
        ...laneOf(a, which),
        ...laneOf(b, which),
        ...operation(OP.i32, operator),
      ];
      return { kind: 'wholes', codes: [lane(0), lane(1)] };
    }
  }
  const kinds = [a.kind, b.kind];
  if (kinds.includes('pair') || kinds.includes('wholes')) {
    return pair([...scope.asPair(a), ...scope.asPair(b), ...operation(OP.v128, operator)]);
  }
  if (isInteger(a) && isInteger(b) && operator !== '/') {
    return whole([...asWhole(a), ...asWhole(b), ...operation(OP.i32, operator)], moves(a) || moves(b));
  }
  const code = [...asNumber(a), ...asNumber(b), ...operation(OP.f64, operator)];
  return isComparison(operator) ? whole(code) : number(code);
}

/** The whole part of a number: `x | 0`. */
function wholePart(scope: FunctionScope, value: Value): Value {
  if (value.kind === 'pair') {
    const local = scope.local('v128');
    scope.out.push(...value.code, ...emit.toWholes, ...emit.set(local));
    const lane = (which: 0 | 1): number => {
      const whole = scope.local('i32');
      scope.out.push(...emit.get(local), ...emit.wholeLane(which), ...emit.set(whole));
      return whole;
    };
    return { kind: 'wholes', codes: [emit.get(lane(0)), emit.get(lane(1))] };
  }
  return value.kind === 'number' ? whole([...value.code, ...emit.toWhole]) : value;
}

function binary(scope: FunctionScope, node: ts.BinaryExpression): Value {
  const operator = node.operatorToken.getText();
  if (operator === '&&' || operator === '||') {
    const left = asWhole(expression(scope, node.left));
    const right = scope.apart(() => asWhole(expression(scope, node.right)));
    if (right.out.length === 0)
      return whole([...left, ...right.value, ...OP.i32[operator === '&&' ? '&' : '|']]);
    const result = scope.local('i32');
    scope.out.push(...left, ...emit.set(result));
    const condition = operator === '&&' ? emit.get(result) : [...emit.get(result), ...emit.isZero];
    scope.out.push(...emit.if(condition, [...right.out, ...right.value, ...emit.set(result)], []));
    return whole(emit.get(result));
  }
  const left = expression(scope, node.left);
  const right = expression(scope, node.right);
  const isWholePart = operator === '|' && right.kind === 'constant' && right.value === 0;
  return isWholePart ? wholePart(scope, left) : operate(scope, operator, [left, right]);
}

/** Both sides in the same form, and what that form is. */
function alike(
  scope: FunctionScope,
  a: Value,
  b: Value,
): { codes: [Code, Code]; make: (code: Code) => Value } {
  if (a.kind === 'pair' || b.kind === 'pair')
    return { codes: [scope.asPair(a), scope.asPair(b)], make: pair };
  if (a.kind === 'whole' || b.kind === 'whole') return { codes: [asWhole(a), asWhole(b)], make: whole };
  return { codes: [asNumber(a), asNumber(b)], make: number };
}

/** The lesser or greater of two numbers, `a < b ? a : b`, of each of two readings: one instruction. */
function extreme(scope: FunctionScope, node: ts.ConditionalExpression): Value | null {
  if (!ts.isBinaryExpression(node.condition) || !ts.isIdentifier(node.condition.left)) return null;
  const { left, right, operatorToken } = node.condition;
  const operator = operatorToken.getText();
  const isEither = left.getText() === node.whenTrue.getText() && right.getText() === node.whenFalse.getText();
  if (!isEither || (operator !== '<' && operator !== '>')) return null;
  const a = expression(scope, left);
  if (a.kind !== 'pair') return null;
  const b = scope.asPair(expression(scope, right));
  return pair([...b, ...a.code, ...(operator === '<' ? emit.lesser : emit.greater)]);
}

function conditional(scope: FunctionScope, node: ts.ConditionalExpression): Value {
  const either = extreme(scope, node);
  if (either !== null) return either;
  const condition = expression(scope, node.condition);
  const yes = scope.apart(() => expression(scope, node.whenTrue));
  const no = scope.apart(() => expression(scope, node.whenFalse));
  const { codes, make } = alike(scope, yes.value, no.value);
  if (condition.kind === 'pair') {
    scope.out.push(...yes.out, ...no.out);
    return pair([
      ...scope.asPair(make(codes[0])),
      ...scope.asPair(make(codes[1])),
      ...condition.code,
      ...emit.chooseByLane,
    ]);
  }
  if (yes.out.length + no.out.length === 0) {
    return make([...codes[0], ...codes[1], ...asWhole(condition), ...emit.choose]);
  }
  const result = scope.local(wasmTypeOf(make([])));
  const side = (out: Code, code: Code): Code => [...out, ...code, ...emit.set(result)];
  scope.out.push(...emit.if(asWhole(condition), side(yes.out, codes[0]), side(no.out, codes[1])));
  return make(emit.get(result));
}

const SHIFT = [...emit.whole(3), ...OP.i32['<<']];
const placed = (base: Code, index: Code): Code =>
  base.length === 0 ? [...index, ...SHIFT] : [...base, ...index, ...SHIFT, ...OP.i32['+']];

/** The terms of a sum. */
const termsOf = (node: ts.Expression): readonly ts.Expression[] =>
  ts.isBinaryExpression(node) && node.operatorToken.getText() === '+'
    ? [...termsOf(node.left), ...termsOf(node.right)]
    : [node];

/** Whether a term may be less than 0: alone it is no place in memory. */
const mayBeNegative = (term: ts.Expression): boolean => /-|>>/.test(term.getText());

/** Bytes of a number. */
const NUMBER = 8;

/** An array from so many elements on, and the number of one from there. */
interface Place {
  readonly array: Value;
  readonly index: Value;
}

/** A place in an array: what is constant of its index belongs to the instruction, which adds it for nothing. */
export function placeOf(scope: FunctionScope, array: Value, node: ts.Expression): Place {
  const terms = termsOf(node);
  if (array.kind !== 'array' || terms.length === 1 || terms.some(mayBeNegative))
    return { array, index: expression(scope, node) };
  let constants = 0;
  let index: Value | null = null;
  for (const term of terms) {
    const value = expression(scope, term);
    if (value.kind === 'constant') constants += value.value;
    else index = index === null ? value : operate(scope, '+', [index, value]);
  }
  return { array: { ...array, offset: array.offset + NUMBER * constants }, index: index ?? constant(0) };
}

/** Where an element lies. */
export function elementAt({ array, index }: Place): { readonly address: Code; readonly offset: number } {
  if (array.kind !== 'array') throw new Error(`no array: ${array.kind}`);
  return { address: placed(array.base, asWhole(index)), offset: array.offset };
}

function element({ array, index }: Place): Value {
  if (index.kind === 'wholes') {
    if (array.kind !== 'array') throw new Error(`no array: ${array.kind}`);
    const [first, second] = index.codes.map((code) => placed(array.base, code)) as [Code, Code];
    return pair([...second, ...first, ...emit.loadTwice(array.offset), ...emit.loadSecond(array.offset)]);
  }
  const { address, offset } = elementAt({ array, index });
  return moves(index)
    ? pair([...address, ...emit.loadPair(offset)])
    : number([...address, ...emit.load(offset)]);
}

type MathFunction = 'sqrt' | 'abs' | 'min' | 'max';

function mathCall(scope: FunctionScope, name: MathFunction, values: readonly Value[]): Value {
  if (values.some(({ kind }) => kind === 'pair')) {
    return pair([...values.flatMap((value) => scope.asPair(value)), ...OP.v128[name]]);
  }
  return number([...values.flatMap(asNumber), ...OP.f64[name]]);
}

function call(scope: FunctionScope, node: ts.CallExpression): Value {
  const name = node.expression.getText();
  const [array, index] = node.arguments;
  if (name === 'at' && array !== undefined && index !== undefined)
    return element(placeOf(scope, expression(scope, array), index));
  const values = node.arguments.map((argument) => expression(scope, argument));
  const [first] = values;
  // What a comparison gives is a whole number already.
  if (name === 'Number' && first !== undefined) return first;
  const math = /^Math\.(sqrt|abs|min|max)$/.exec(name)?.[1];
  if (math !== undefined) return mathCall(scope, math as MathFunction, values);
  return scope.call(name, values);
}

/** An expression of the kernel. */
export function expression(scope: FunctionScope, node: ts.Expression): Value {
  if (ts.isParenthesizedExpression(node)) return expression(scope, node.expression);
  if (ts.isNumericLiteral(node)) return constant(Number(node.text));
  if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) return scope.named(node);
  if (ts.isBinaryExpression(node)) return binary(scope, node);
  if (ts.isConditionalExpression(node)) return conditional(scope, node);
  if (ts.isCallExpression(node)) return call(scope, node);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return constant(1);
  if (node.kind === ts.SyntaxKind.FalseKeyword) return constant(0);
  if (ts.isPrefixUnaryExpression(node)) {
    const value = expression(scope, node.operand);
    if (node.operator === ts.SyntaxKind.ExclamationToken) return whole([...asWhole(value), ...emit.isZero]);
    if (node.operator === ts.SyntaxKind.MinusToken) {
      if (value.kind === 'constant') return constant(-value.value);
      if (value.kind === 'pair') return pair([...value.code, ...OP.v128.negate]);
      return number([...asNumber(value), ...OP.f64.negate]);
    }
  }
  throw new Error(`the kernel cannot say ${node.getText()}`);
}
