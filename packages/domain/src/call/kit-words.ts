import type { ExpressionSettings, Operand } from '../kit/assay.ts';
import type { CallExplanation, CallFlag } from './well-call.ts';
import type { CalledWell } from './interpretation.ts';
import type { Run } from '../run/run.ts';
import type { WellShape } from '../settings/curve-shapes.ts';
import { diagnosticText, type DiagnosticColor } from '../diagnostics/diagnostic-color.ts';

/** The words of kits for their diagnostics: by kit version, then by name. */
export type KitWords = ReadonlyMap<string, ReadonlyMap<string, string>>;

type RunWells = Pick<Run, 'analyses'>;
type Called = Pick<CalledWell, 'wellId' | 'interpretedWellDiagnostics'>;

/** The words for every result and every expected diagnostic of a run: those that sentences about its wells name. */
export function kitWords({ analyses }: RunWells, called: readonly Called[]): KitWords {
  const words = new Map<string, Map<string, string>>();
  const add = (kitVersionId: string, { diagnostic, diagnosticLabel }: DiagnosticColor) => {
    const ofKit = words.get(kitVersionId) ?? new Map<string, string>();
    words.set(kitVersionId, ofKit.set(diagnostic.name, diagnosticLabel));
  };
  const results = Map.groupBy(called, ({ wellId }) => wellId);
  for (const { id, kitVersion, expectedDiagnostic } of analyses.flatMap(({ wells }) =>
    Object.values(wells),
  )) {
    if (kitVersion === null) continue;
    if (expectedDiagnostic !== null) add(kitVersion.id, expectedDiagnostic);
    for (const { interpretedWellDiagnostics } of results.get(id) ?? [])
      for (const { diagnosticColor } of interpretedWellDiagnostics)
        if (diagnosticColor !== null) add(kitVersion.id, diagnosticColor);
  }
  return words;
}

type Named = Pick<CallExplanation, 'flags' | 'triedRules' | 'shape' | 'outsideDiagnostic'>;

/**
 * An explanation with the words of its kit in place of the names of diagnostics. A kit may give a built-in name other
 * words, and a sentence with the built-in ones would state another result. Only sentences use these words: calls and
 * records refer to diagnostics by name.
 */
export const inKitWords = <Explanation extends Named>(
  explanation: Explanation,
  words: ReadonlyMap<string, string> | undefined,
): Explanation => (words === undefined ? explanation : withWords(explanation, words, renameExplanation));

/** A shape to describe, with the words of its kit. */
export const shapeInWords = (shape: WellShape, words: ReadonlyMap<string, string>): WellShape =>
  withWords(shape, words, renameShape);

type NameOf = (name: string) => string;

/**
 * Replaces each name by its words. A kit may have given two of the names the same words: each is then followed by
 * its name, so that a sentence distinguishes them and no condition looks like one on the other.
 */
function withWords<Value>(
  value: Value,
  words: ReadonlyMap<string, string>,
  rename: (value: Value, nameOf: NameOf) => Value,
): Value {
  const names = new Set<string>();
  rename(value, (name) => {
    names.add(name);
    return name;
  });
  const textOf = (name: string) => words.get(name) ?? diagnosticText(name);
  const texts = [...names].map(textOf);
  return rename(value, (name) => {
    const text = textOf(name);
    const label = diagnosticText(name);
    const isShared = texts.indexOf(text) < texts.lastIndexOf(text);
    return isShared && text !== label ? `${text} (${label})` : (words.get(name) ?? name);
  });
}

function renameExplanation<Explanation extends Named>(explanation: Explanation, nameOf: NameOf): Explanation {
  const { flags, triedRules, shape, outsideDiagnostic } = explanation;
  return {
    ...explanation,
    flags: flags.map((flag) => renameReplicates(flag, nameOf)),
    triedRules: triedRules.map((rule) => ({
      ...rule,
      diagnostic: rule.diagnostic && nameOf(rule.diagnostic),
      expressions: rule.expressions.map((one) => ({ ...one, ...renameReferences(one, nameOf) })),
    })),
    ...(shape && { shape: renameShape(shape, nameOf) }),
    ...(outsideDiagnostic && { outsideDiagnostic: nameOf(outsideDiagnostic) }),
  };
}

const renameShape = (shape: WellShape, nameOf: NameOf): WellShape => ({
  ...shape,
  faultOf: shape.faultOf.map(nameOf),
  references: shape.references.map((one) => ({ ...one, name: nameOf(one.name) })),
});

function renameReplicates(flag: CallFlag, nameOf: NameOf): CallFlag {
  const { replicates } = flag;
  if (replicates === undefined || !('results' in replicates)) return flag;
  const results = replicates.results.map((one) => ({
    ...one,
    diagnostic: one.diagnostic && nameOf(one.diagnostic),
  }));
  return { ...flag, replicates: { results } };
}

/** The operands of a condition, with other names of the diagnostics whose shapes they ask for. */
export const renameReferences = (
  { firstOperand, secondOperand }: Pick<ExpressionSettings, 'firstOperand' | 'secondOperand'>,
  nameOf: NameOf,
): Pick<ExpressionSettings, 'firstOperand' | 'secondOperand'> => ({
  firstOperand: renameReference(firstOperand, nameOf),
  secondOperand: renameReference(secondOperand, nameOf),
});

function renameReference(operand: Operand, nameOf: NameOf): Operand {
  if (typeof operand !== 'object' || !('shape' in operand) || typeof operand.shape === 'string')
    return operand;
  return { shape: { like: nameOf(operand.shape.like) } };
}
