import ts from 'typescript';

import type { SourceFunction } from './kernel-source.ts';
import { asNumber, asWhole, constant, number, pair, type Value, whole, wasmTypeOf } from './values.ts';
import { type Code, emit, type WasmType } from './wasm-bytes.ts';

/** All functions of the kernel, and the number of each that is called. */
export interface Program {
  readonly functions: ReadonlyMap<string, SourceFunction>;
  readonly indexOf: (name: string) => number;
}

/** A loop over readings that is taken two at a time: what must be done before it, and sums that it makes. */
interface PairLoop {
  readonly before: number[];
  readonly spread: Map<string, number>;
  readonly sums: Map<string, number>;
}

/** The type of a parameter, a result or a whole number by its annotation. */
export function annotated(type: ts.TypeNode | undefined): 'whole' | 'number' | 'array' | 'none' {
  switch (type?.getText()) {
    case 'Int':
    case 'boolean':
      return 'whole';
    case 'number':
      return 'number';
    case 'Float64Array':
      return 'array';
    default:
      return 'none';
  }
}

/** The result of a function that is nothing but constants and a result; null: it has more to do. */
export function resultOnly({ body }: ts.FunctionDeclaration): ts.ReturnStatement | null {
  const statements = body?.statements ?? [];
  const last = statements.at(-1);
  const areConstants = statements.slice(0, -1).every((one) => ts.isVariableStatement(one));
  return last !== undefined && areConstants && ts.isReturnStatement(last) ? last : null;
}

/** One function on its way to the kernel. */
export class FunctionScope {
  readonly program: Program;
  readonly locals: WasmType[] = [];
  readonly parameters: WasmType[] = [];
  out: number[] = [];
  pairs: PairLoop | null = null;
  private variables = new Map<string, Value>();
  private names: ReadonlyMap<string, unknown>;

  readonly returns: ReturnType<typeof annotated>;
  private readonly expression: (scope: FunctionScope, node: ts.Expression) => Value;

  /** @param expression - what an expression of the function stands for */
  constructor(
    program: Program,
    { names, declaration }: SourceFunction,
    expression: (scope: FunctionScope, node: ts.Expression) => Value,
  ) {
    this.program = program;
    this.names = names;
    this.returns = annotated(declaration.type);
    this.expression = expression;
  }

  /** A variable of the function. */
  variable(name: string): Value {
    const found = this.variables.get(name);
    if (found === undefined) throw new Error(`no variable ${name}`);
    return found;
  }

  /** What a loop over two readings at a time adds up under a name; null: it adds up nothing there. */
  sumOf(name: string): Value | null {
    const local = this.pairs?.sums.get(name);
    return local === undefined ? null : pair(emit.get(local));
  }

  local(type: WasmType): number {
    this.locals.push(type);
    return this.parameters.length + this.locals.length - 1;
  }

  /** What is emitted meanwhile, and the result: for code that is not always run. */
  apart<Result>(work: () => Result): { readonly out: readonly number[]; readonly value: Result } {
    const outer = this.out;
    this.out = [];
    const value = work();
    const { out } = this;
    this.out = outer;
    return { out, value };
  }

  declare(name: string, value: Value): void {
    this.variables.set(name, value);
  }

  /** What a name stands for: a variable, or a number or array of the file. */
  named(node: ts.Identifier | ts.PropertyAccessExpression): Value {
    const found = this.find(node);
    if (typeof found === 'number') return constant(found);
    if (found instanceof Float64Array) return { kind: 'array', base: [], offset: found.byteOffset };
    if (typeof found === 'object' && found !== null && 'kind' in found) return found as Value;
    throw new Error(`the kernel does not know ${node.getText()}`);
  }

  private find(node: ts.Expression): unknown {
    if (ts.isPropertyAccessExpression(node)) {
      const whole = this.find(node.expression) as Readonly<Record<string, unknown>>;
      return whole[node.name.text];
    }
    const name = node.getText();
    if (name === 'Math') return Math;
    if (name === 'Number') return Number;
    if (name === 'Infinity') return Infinity;
    return this.variables.get(name) ?? this.names.get(name);
  }

  /** A number of each of two readings. What is the same for all readings is spread before the loop. */
  asPair(value: Value): Code {
    if (value.kind === 'pair') return value.code;
    if (value.kind === 'wholes') {
      const [first, second] = value.codes;
      return [
        ...first,
        ...emit.fromWhole,
        ...emit.twice,
        ...second,
        ...emit.fromWhole,
        ...emit.replaceSecond,
      ];
    }
    if (this.pairs === null) throw new Error('two readings at a time outside such a loop');
    const code = asNumber(value);
    const key = code.join();
    const known = this.pairs.spread.get(key);
    const spread = known ?? this.local('v128');
    if (known === undefined) {
      this.pairs.spread.set(key, spread);
      this.pairs.before.push(...code, ...emit.twice, ...emit.set(spread));
    }
    return emit.get(spread);
  }

  /** A value kept in a variable: what is the same for all readings of a loop before it, the rest here. */
  keep(value: Value, asWholeNumber = false): Value {
    if (value.kind === 'wholes')
      return { kind: 'wholes', codes: [this.keptWhole(value.codes[0]), this.keptWhole(value.codes[1])] };
    if (value.kind === 'array' || (value.kind === 'constant' && !asWholeNumber && this.pairs !== null))
      return value;
    const isWhole = asWholeNumber || value.kind === 'whole';
    const local = this.local(isWhole ? 'i32' : wasmTypeOf(value));
    const isSame = this.pairs !== null && value.kind !== 'pair' && !(value.kind === 'whole' && value.moves);
    const target = isSame && this.pairs !== null ? this.pairs.before : this.out;
    const code = isWhole ? asWhole(value) : value.kind === 'pair' ? value.code : asNumber(value);
    target.push(...code, ...emit.set(local));
    if (isWhole) return whole(emit.get(local), value.kind === 'whole' && value.moves);
    return value.kind === 'pair' ? pair(emit.get(local)) : number(emit.get(local));
  }

  private keptWhole(code: Code): Code {
    const local = this.local('i32');
    this.out.push(...code, ...emit.set(local));
    return emit.get(local);
  }

  /** A call: of a function that has nothing but a result, that result; of another, its call. */
  call(name: string, values: readonly Value[]): Value {
    const called = this.program.functions.get(name);
    if (called === undefined) throw new Error(`the kernel has no function ${name}`);
    const { declaration } = called;
    const kinds = declaration.parameters.map(({ type }) => annotated(type));
    const result = resultOnly(declaration);
    if (result !== null) return this.inlined(called, result, values);
    if (this.pairs !== null) throw new Error(`${name} cannot be called for two readings at a time`);
    const given = values.flatMap((value, i) => (kinds[i] === 'number' ? asNumber(value) : asWhole(value)));
    const code = [...given, ...emit.call(this.program.indexOf(name))];
    switch (annotated(declaration.type)) {
      case 'whole':
        return whole(code);
      case 'number':
        return this.keep(number(code));
      default:
        this.out.push(...code);
        return constant(0);
    }
  }

  private inlined(
    { declaration, names }: SourceFunction,
    result: ts.ReturnStatement,
    values: readonly Value[],
  ): Value {
    const outer = { variables: this.variables, names: this.names };
    const inner = new Map<string, Value>();
    declaration.parameters.forEach(({ name, type }, i) => {
      const value = values[i];
      if (value === undefined) throw new Error(`${declaration.name?.text ?? ''} needs ${name.getText()}`);
      const isConstant = value.kind === 'constant';
      inner.set(
        name.getText(),
        isConstant ? value : this.keep(value, annotated(type) === 'whole' && value.kind !== 'wholes'),
      );
    });
    this.variables = inner;
    this.names = names;
    for (const statement of declaration.body?.statements ?? []) {
      if (!ts.isVariableStatement(statement)) continue;
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (initializer !== undefined)
          inner.set(name.getText(), this.keep(this.expression(this, initializer)));
      }
    }
    const value = result.expression === undefined ? constant(0) : this.expression(this, result.expression);
    ({ variables: this.variables, names: this.names } = outer);
    return value;
  }
}
