import type { ExpressionSettings, Operand } from '../kit/assay.ts';
import type { CallExplanation } from './well-call.ts';
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

type Named = Pick<CallExplanation, 'flags' | 'triedRules' | 'shape' | 'outsideDiagnostic'>;

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
  const wordsOf = distinctWords(words, namesIn(explanation));
  const { flags, triedRules, shape, outsideDiagnostic } = explanation;
  return {
    ...explanation,
    flags: flags.map((flag) => withReplicates(flag, wordsOf)),
    triedRules: triedRules.map((rule) => ({
      ...rule,
      diagnostic: rule.diagnostic === null ? null : wordsOf(rule.diagnostic),
      expressions: rule.expressions.map((one) => ({ ...one, ...renameReferences(one, wordsOf) })),
    })),
    ...(shape !== undefined && { shape: withWords(shape, wordsOf) }),
    ...(outsideDiagnostic !== undefined && { outsideDiagnostic: wordsOf(outsideDiagnostic) }),
  };
}

/** A shape to describe, with the words of its kit. */
export const shapeInWords = (shape: WellShape, words: ReadonlyMap<string, string>): WellShape =>
  withWords(shape, distinctWords(words, namesOfShape(shape)));

const namesOfShape = ({ faultOf, references }: WellShape): string[] => [
  ...faultOf,
  ...references.map(({ name }) => name),
];

/** The diagnostics that an explanation names. */
function namesIn({ flags, triedRules, shape, outsideDiagnostic }: Named): string[] {
  const names = [
    ...flags.flatMap(({ replicates }) =>
      replicates !== undefined && 'results' in replicates
        ? replicates.results.map(({ diagnostic }) => diagnostic)
        : [],
    ),
    ...triedRules.flatMap(({ diagnostic, expressions }) => [
      diagnostic,
      ...expressions.flatMap(({ firstOperand, secondOperand }) =>
        [firstOperand, secondOperand].map(referenceOf),
      ),
    ]),
    ...(shape === undefined ? [] : namesOfShape(shape)),
    outsideDiagnostic ?? null,
  ];
  return names.filter((name) => name !== null);
}

/**
 * The words for the names in an explanation. A kit may have given two of them the same words: each is then followed by
 * its name, so that a sentence distinguishes them and no condition looks like one on the other.
 */
function distinctWords(words: ReadonlyMap<string, string>, names: readonly string[]): WordsOf {
  const textOf = (name: string) => words.get(name) ?? diagnosticText(name);
  const byText = Map.groupBy(new Set(names), textOf);
  return (name) => {
    const text = textOf(name);
    const isAlone = (byText.get(text)?.length ?? 0) < 2;
    return isAlone || text === diagnosticText(name)
      ? (words.get(name) ?? name)
      : `${text} (${diagnosticText(name)})`;
  };
}

const withWords = (shape: WellShape, wordsOf: WordsOf): WellShape => ({
  ...shape,
  faultOf: shape.faultOf.map(wordsOf),
  references: shape.references.map((one) => ({ ...one, name: wordsOf(one.name) })),
});

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

/** The operands of a condition, with other names of the diagnostics whose shapes they ask for. */
export const renameReferences = (
  { firstOperand, secondOperand }: Pick<ExpressionSettings, 'firstOperand' | 'secondOperand'>,
  nameOf: (name: string) => string,
): Pick<ExpressionSettings, 'firstOperand' | 'secondOperand'> => ({
  firstOperand: renameReference(firstOperand, nameOf),
  secondOperand: renameReference(secondOperand, nameOf),
});

/** The diagnostic whose shape an operand asks for; null: none. */
const referenceOf = (operand: Operand): string | null =>
  typeof operand === 'object' && 'shape' in operand && typeof operand.shape === 'object'
    ? operand.shape.like
    : null;

function renameReference(operand: Operand, nameOf: (name: string) => string): Operand {
  const reference = referenceOf(operand);
  return reference === null ? operand : { shape: { like: nameOf(reference) } };
}
