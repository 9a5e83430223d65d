import type { ExpressionSettings, Operand } from '../kit/assay.ts';
import type { CallExplanation } from './well-call.ts';
import type { CalledWell } from './interpretation.ts';
import type { Run } from '../run/run.ts';
import type { WellShape } from '../settings/curve-shapes.ts';
import type { DiagnosticColor } from '../diagnostics/diagnostic-color.ts';

/** The words of kits for their diagnostics: by kit version, then by name. */
export type KitWords = ReadonlyMap<string, ReadonlyMap<string, string>>;

type RunWells = Pick<Run, 'analyses'>;
type Called = Pick<CalledWell, 'wellId' | 'interpretedWellDiagnostics'>;

/** The words for every result and every expected diagnostic of a run: those that sentences about its wells name. */
export function kitWords({ analyses }: RunWells, called: readonly Called[]): KitWords {
  const words = new Map<string, Map<string, string>>();
  const add = (kitVersionId: string | undefined, color: DiagnosticColor | null) => {
    if (kitVersionId === undefined || color === null) return;
    const ofKit = words.get(kitVersionId) ?? new Map<string, string>();
    words.set(kitVersionId, ofKit.set(color.diagnostic.name, color.diagnosticLabel));
  };
  const kitOf = new Map<string, string | undefined>();
  for (const well of analyses.flatMap(({ wells }) => Object.values(wells))) {
    kitOf.set(well.id, well.kitVersion?.id);
    add(well.kitVersion?.id, well.expectedDiagnostic);
  }
  for (const { wellId, interpretedWellDiagnostics } of called)
    for (const { diagnosticColor } of interpretedWellDiagnostics) add(kitOf.get(wellId), diagnosticColor);
  return words;
}

type Named = Pick<CallExplanation, 'flags' | 'triedRules' | 'shape'>;

/**
 * An explanation with the words of its kit in place of the names of diagnostics. A kit may give a built-in name other
 * words, and a sentence with the built-in ones would state another result. Only sentences use these words: calls and
 * records refer to diagnostics by name.
 */
export function inKitWords<Explanation extends Named>(
  explanation: Explanation,
  words: ReadonlyMap<string, string> | undefined,
): Explanation {
  if (words === undefined) return explanation;
  const wordsOf = (name: string) => words.get(name) ?? name;
  const { flags, triedRules, shape } = explanation;
  return {
    ...explanation,
    flags: flags.map((flag) => withReplicates(flag, wordsOf)),
    triedRules: triedRules.map((rule) => ({
      ...rule,
      diagnostic: rule.diagnostic === null ? null : wordsOf(rule.diagnostic),
      expressions: rule.expressions.map((one) => ({ ...one, ...conditionWords(one, wordsOf) })),
    })),
    ...(shape !== undefined && { shape: shapeInWords(shape, words) }),
  };
}

/** A shape with the words of its kit, for sentences. */
export function shapeInWords(shape: WellShape, words: ReadonlyMap<string, string>): WellShape {
  const wordsOf = (name: string) => words.get(name) ?? name;
  return {
    ...shape,
    faultOf: shape.faultOf.map(wordsOf),
    references: shape.references.map((one) => ({ ...one, name: wordsOf(one.name) })),
  };
}

type WordsOf = (name: string) => string;

function withReplicates(flag: CallExplanation['flags'][number], wordsOf: WordsOf): typeof flag {
  const { replicates } = flag;
  if (replicates === undefined || !('results' in replicates)) return flag;
  const results = replicates.results.map((one) => ({
    ...one,
    diagnostic: one.diagnostic === null ? null : wordsOf(one.diagnostic),
  }));
  return { ...flag, replicates: { ...replicates, results } };
}

const conditionWords = (
  { firstOperand, secondOperand }: Pick<ExpressionSettings, 'firstOperand' | 'secondOperand'>,
  wordsOf: WordsOf,
): Pick<ExpressionSettings, 'firstOperand' | 'secondOperand'> => ({
  firstOperand: operandWords(firstOperand, wordsOf),
  secondOperand: operandWords(secondOperand, wordsOf),
});

const operandWords = (operand: Operand, wordsOf: WordsOf): Operand =>
  typeof operand === 'object' && 'shape' in operand && typeof operand.shape === 'object'
    ? { shape: { like: wordsOf(operand.shape.like) } }
    : operand;
