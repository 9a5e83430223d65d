import ts from 'typescript';

import { elementAt, expression, placeOf } from './expressions.ts';
import { annotated, FunctionScope, type Program } from './function-scope.ts';
import type { SourceFunction } from './kernel-source.ts';
import { asNumber, asWhole, constant, number, type Value, whole } from './values.ts';
import { type Code, emit, OP, type WasmFunction } from './wasm-bytes.ts';

/** How many `if`s stand between a statement and the loop that it may leave. */
type Depth = number;

/** A value as the variable holds it. */
const codeAs = (scope: FunctionScope, kind: Value['kind'], value: Value): Code =>
  kind === 'whole' ? asWhole(value) : kind === 'pair' ? scope.asPair(value) : asNumber(value);

function assign(scope: FunctionScope, { left, right, operatorToken }: ts.BinaryExpression): void {
  const operator = operatorToken.getText();
  if (ts.isElementAccessExpression(left)) {
    const place = placeOf(scope, expression(scope, left.expression), left.argumentExpression);
    const { index } = place;
    const value = expression(scope, right);
    const { address, offset } = elementAt(place);
    const isPair = index.kind === 'whole' && index.moves;
    const stored = isPair
      ? [...scope.asPair(value), ...emit.storePair(offset)]
      : [...asNumber(value), ...emit.store(offset)];
    scope.out.push(...address, ...stored);
    return;
  }
  if (!ts.isIdentifier(left)) throw new Error(`nothing can be assigned to ${left.getText()}`);
  const variable = scope.sumOf(left.text) ?? scope.named(left);
  if (variable.kind !== 'whole' && variable.kind !== 'number' && variable.kind !== 'pair')
    throw new Error(`${left.text} does not change`);
  const value = expression(scope, right);
  const local = variable.code.slice(1);
  const type = variable.kind === 'whole' ? 'i32' : variable.kind === 'number' ? 'f64' : 'v128';
  const changed = Object.entries(OP[type]).find(([name]) => `${name}=` === operator)?.[1];
  const code = codeAs(scope, variable.kind, value);
  scope.out.push(...(changed === undefined ? code : [...variable.code, ...code, ...changed]), 0x21, ...local);
}

function declareAll(scope: FunctionScope, { declarations }: ts.VariableDeclarationList): void {
  for (const { name, type, initializer } of declarations) {
    const value = initializer === undefined ? constant(0) : expression(scope, initializer);
    const isWhole = annotated(type) === 'whole';
    scope.declare(name.getText(), scope.keep(value, isWhole && value.kind !== 'wholes'));
  }
}

function block(scope: FunctionScope, node: ts.Statement, depth: Depth): Code {
  return scope.apart(() => {
    statement(scope, node, depth);
  }).out;
}

const isPairwise = ({ initializer }: ts.ForStatement): boolean =>
  initializer !== undefined &&
  ts.isVariableDeclarationList(initializer) &&
  initializer.declarations.some(({ type }) => type?.getText() === 'Pairwise');

/** Names of the outer variables that a loop adds to. */
function sumsIn(node: ts.Node): Set<string> {
  const names = new Set<string>();
  const visit = (one: ts.Node): void => {
    if (
      ts.isBinaryExpression(one) &&
      /^[+-]=$/.test(one.operatorToken.getText()) &&
      ts.isIdentifier(one.left)
    )
      names.add(one.left.text);
    ts.forEachChild(one, visit);
  };
  visit(node);
  return names;
}

/** A loop over readings, two at a time; what is left over is taken alone. */
function pairLoop(scope: FunctionScope, node: ts.ForStatement): void {
  const { initializer, condition } = node;
  if (initializer === undefined || !ts.isVariableDeclarationList(initializer))
    throw new Error('a loop without index');
  if (condition === undefined || !ts.isBinaryExpression(condition)) throw new Error('a loop without end');
  const index = scope.local('i32');
  const [declared] = initializer.declarations;
  if (declared?.initializer === undefined) throw new Error('a loop without beginning');
  scope.out.push(...asWhole(expression(scope, declared.initializer)), ...emit.set(index));
  const end = asWhole(expression(scope, condition.right));
  const sums = new Map(Array.from(sumsIn(node.statement), (name) => [name, scope.local('v128')]));
  scope.pairs = { before: [], spread: new Map(), sums };
  scope.declare(declared.name.getText(), whole(emit.get(index), true));
  const body = block(scope, node.statement, 0);
  const { before } = scope.pairs;
  scope.pairs = null;
  for (const local of sums.values()) scope.out.push(...emit.number(0), ...emit.twice, ...emit.set(local));
  const next = [...emit.get(index), ...emit.whole(1), ...OP.i32['+']];
  const step = [...emit.get(index), ...emit.whole(2), ...OP.i32['+'], ...emit.set(index)];
  scope.out.push(...before, ...emit.loop({ condition: [...next, ...end, ...OP.i32['<']], body, step }));
  for (const [name, local] of sums) {
    const sum = scope.variable(name);
    const both = [...emit.get(local), ...emit.lane(0), ...emit.get(local), ...emit.lane(1), ...OP.f64['+']];
    scope.out.push(...asNumber(sum), ...both, ...OP.f64['+'], 0x21, ...asNumber(sum).slice(1));
  }
  scope.declare(declared.name.getText(), whole(emit.get(index)));
  scope.out.push(
    ...emit.if([...emit.get(index), ...end, ...OP.i32['<']], block(scope, node.statement, 0), []),
  );
}

function loop(scope: FunctionScope, node: ts.ForStatement): void {
  if (isPairwise(node)) {
    pairLoop(scope, node);
    return;
  }
  const { initializer, condition, incrementor, statement: body } = node;
  if (initializer !== undefined && ts.isVariableDeclarationList(initializer)) declareAll(scope, initializer);
  const asked = scope.apart(() =>
    condition === undefined ? emit.whole(1) : asWhole(expression(scope, condition)),
  );
  const step = scope.apart(() => {
    if (incrementor !== undefined) effect(scope, incrementor);
  }).out;
  const code = { condition: [...asked.out, ...asked.value], body: block(scope, body, 0), step };
  scope.out.push(...emit.loop(code));
}

/** An expression that is there for what it does. */
function effect(scope: FunctionScope, node: ts.Expression): void {
  if (ts.isBinaryExpression(node)) assign(scope, node);
  else if (ts.isPostfixUnaryExpression(node) && ts.isIdentifier(node.operand)) {
    const variable = scope.named(node.operand);
    const sign = node.operator === ts.SyntaxKind.PlusPlusToken ? '+' : '-';
    if (variable.kind === 'whole') {
      scope.out.push(...variable.code, ...emit.whole(1), ...OP.i32[sign], 0x21, ...variable.code.slice(1));
    } else if (variable.kind === 'number') {
      scope.out.push(...variable.code, ...emit.number(1), ...OP.f64[sign], 0x21, ...variable.code.slice(1));
    }
  } else {
    const value = expression(scope, node);
    if (value.kind === 'whole') scope.out.push(...value.code, ...emit.drop);
  }
}

function statement(scope: FunctionScope, node: ts.Statement, depth: Depth): void {
  if (ts.isBlock(node)) for (const one of node.statements) statement(scope, one, depth);
  else if (ts.isVariableStatement(node)) declareAll(scope, node.declarationList);
  else if (ts.isExpressionStatement(node)) effect(scope, node.expression);
  else if (ts.isForStatement(node)) loop(scope, node);
  else if (ts.isBreakStatement(node)) scope.out.push(...emit.branch(depth + 2));
  else if (ts.isContinueStatement(node)) scope.out.push(...emit.branch(depth));
  else if (ts.isIfStatement(node)) {
    const condition = asWhole(expression(scope, node.expression));
    const otherwise = node.elseStatement === undefined ? [] : block(scope, node.elseStatement, depth + 1);
    scope.out.push(...emit.if(condition, block(scope, node.thenStatement, depth + 1), otherwise));
  } else if (ts.isReturnStatement(node)) {
    const value = node.expression === undefined ? null : expression(scope, node.expression);
    const isWhole = value !== null && scope.returns === 'whole';
    const code = value === null ? [] : isWhole ? asWhole(value) : asNumber(value);
    scope.out.push(...code, ...emit.return);
  } else throw new Error(`the kernel cannot do ${node.getText()}`);
}

/** A function of the kernel as WebAssembly. */
export function functionCompile(
  program: Program,
  source: SourceFunction,
  exportedAs: string | null,
): WasmFunction {
  const { declaration, name } = source;
  const scope = new FunctionScope(program, source, expression);
  const { returns } = scope;
  declaration.parameters.forEach(({ name: parameter, type }, i) => {
    const kind = annotated(type);
    scope.parameters.push(kind === 'number' ? 'f64' : 'i32');
    const code = emit.get(i);
    const value: Value =
      kind === 'number'
        ? number(code)
        : kind === 'whole'
          ? whole(code)
          : { kind: 'array', base: code, offset: 0 };
    scope.declare(parameter.getText(), value);
  });
  try {
    if (declaration.body !== undefined) statement(scope, declaration.body, 0);
  } catch (error) {
    throw new Error(`in ${name}: ${error instanceof Error ? error.message : ''}`, { cause: error });
  }
  const result = returns === 'whole' ? 'i32' : returns === 'number' ? 'f64' : null;
  // The end of a function with a result is never reached.
  const body = result === null ? scope.out : [...scope.out, 0x00];
  return { parameters: scope.parameters, result, locals: scope.locals, body, exportedAs };
}
