import type { CallExplanation, DiagnosticColor } from '@curvewell/domain';

interface Called {
  readonly well: { readonly id: string };
  readonly explanation: CallExplanation;
  readonly color: DiagnosticColor | null;
}

/** Results as an interpretation stores them: docs/packed-results.md. */
export interface PackedResults {
  /** JSON: wells and suggested diagnostics. */
  readonly results: string;
  /** JSON of the explanations by well, with a mark in place of each figure. */
  readonly explanationText: string;
  /** The figures in their order, as an array of PostgreSQL. */
  readonly explanationFigures: string;
}

const VERSION = 2;
/** JSON never contains it. */
const MARK = '\u0001';
/** Shorter numbers, such as settings, repeat and compress better as text. */
const SHORTEST = 9;
/** Strings of JSON, which may contain digits, and its numbers. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

export function packResults(called: readonly Called[]): PackedResults {
  const colors = [...new Set(called.flatMap(({ color }) => (color === null ? [] : [JSON.stringify(color)])))];
  const of = (value: (call: Called) => unknown) =>
    JSON.stringify(Object.fromEntries(called.map((call) => [call.well.id, value(call)])));
  const wells = of(({ color }) => ({ color: color && colors.indexOf(JSON.stringify(color)) }));
  return {
    results: `{"version":${VERSION},"colors":[${colors.join(',')}],"wells":${wells}}`,
    ...withoutFigures(of(({ explanation }) => explanation)),
  };
}

/** What the database function `with_figures` puts together again. */
export function withoutFigures(json: string): Pick<PackedResults, 'explanationText' | 'explanationFigures'> {
  const figures: string[] = [];
  const explanationText = json.replaceAll(TOKENS, (token) => {
    if (token.startsWith('"') || token.length < SHORTEST) return token;
    figures.push(token);
    return MARK;
  });
  return { explanationText, explanationFigures: `{${figures.join(',')}}` };
}
