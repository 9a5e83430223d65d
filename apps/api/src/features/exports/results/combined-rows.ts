import {
  combinedButText,
  combinedByWell,
  combinedFaultText,
  combinedLabel,
  isCombinedIncomplete,
  upperFirst,
  type CombinedResult,
  type CombinedValue,
  type DiagnosticColor,
} from '@curvewell/domain';

import type { NoCall } from '../no-call.ts';
import { joined, withPositive, withPositiveCode, type ResultRow } from './sample-rows.ts';

/** The rows with each combined result once, at the place of its first channel. */
export function rowsWithCombined(
  rows: readonly ResultRow[],
  combined: readonly CombinedResult[],
): readonly ResultRow[] {
  const combinedOf = combinedByWell(combined);
  const parts = Map.groupBy(
    rows,
    ({ wellId, members: [first] }) => combinedOf.get(first?.wellId ?? '') ?? wellId,
  );
  return [...parts].flatMap(([of, some]) => (typeof of === 'string' ? some : combinedRow(of, some)));
}

function combinedRow(combined: CombinedResult, parts: readonly ResultRow[]): ResultRow[] {
  const [first] = parts;
  if (first === undefined) return [];
  const { result } = combined;
  // Also beside a result: a rule for replicates may leave a positive well out.
  const isPositiveOpen = combined.positives !== undefined || combinedButText(combined) !== '';
  return [
    {
      ...withPositive(
        joined(
          first,
          parts.flatMap(({ members }) => members),
        ),
        isPositiveOpen,
      ),
      sample: null,
      combined,
      parts,
      result: result?.name ?? combinedLabel(combined),
      diagnostic: result && asDiagnostic(result, combined),
      noCall: result === null ? withPositiveCode(noResultOf(combined), isPositiveOpen) : null,
    },
  ];
}

/** A combined result as other systems receive a diagnostic. Its colour is not sent. */
const asDiagnostic = (
  { name, ...codes }: CombinedValue,
  { kitVersionId }: CombinedResult,
): DiagnosticColor => ({
  id: kitVersionId,
  diagnostic: { name, label: name },
  diagnosticLabel: name,
  color: '#000000',
  ...codes,
});

const noResultOf = (combined: CombinedResult): NoCall => ({
  text: `${upperFirst(combinedFaultText(combined))}.`,
  codes: [isCombinedIncomplete(combined.fault) ? 'COMBINED_INCOMPLETE' : 'NO_COMBINED_RESULT'],
  absent: 'unknown',
});
