import { builtInDiagnosticSchema } from '../diagnostics/diagnostic-catalogue.ts';
import { meaningOf, type DiagnosticColor } from '../diagnostics/diagnostic-color.ts';
import type { CheckedWell, ResultCount } from './run-check.ts';

/** A row for each result by label. Every well of a channel is in one row of its column. */
export function resultCounts(wells: readonly CheckedWell[]): ResultCount[] {
  const rows = new Map<string, { diagnostic: DiagnosticColor | null; byChannel: ResultCount['byChannel'] }>();
  for (const { found, channel } of wells) {
    const key = found === null ? '' : `${found.diagnostic.name} ${found.diagnosticLabel}`;
    const row = rows.get(key) ?? { diagnostic: found, byChannel: {} };
    row.byChannel[channel] = (row.byChannel[channel] ?? 0) + 1;
    rows.set(key, row);
  }
  return [...rows.values()].sort((a, b) => rankOf(a.diagnostic) - rankOf(b.diagnostic));
}

/** Orders results of samples, a kit's own first, then missing results, then results of controls. */
function rankOf(diagnostic: DiagnosticColor | null): number {
  const names: readonly string[] = builtInDiagnosticSchema.options;
  if (diagnostic === null) return names.length;
  const rank = names.indexOf(diagnostic.diagnostic.name);
  return meaningOf(diagnostic) === 'control' ? names.length + 1 + rank : rank;
}
