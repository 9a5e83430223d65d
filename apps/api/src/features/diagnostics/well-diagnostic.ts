import { diagnosticColorSchema, type InterpretedWellDiagnostic } from '@curvewell/domain';

import type { InterpretedWellDiagnostic as WellDiagnosticRow } from '../../generated/prisma/client.ts';

type Shown = Pick<WellDiagnosticRow, 'id' | 'state' | 'comment' | 'byName' | 'at' | 'isUndo'> & {
  readonly diagnosticColor: unknown;
};

/** What a well was called, or what a person set in its place, from its row. */
export function wellDiagnosticOf(row: Shown): InterpretedWellDiagnostic {
  return {
    id: row.id,
    stateDiagnostic: row.state,
    diagnosticColor: diagnosticColorSchema.nullable().parse(row.diagnosticColor),
    comment: row.comment,
    byName: row.byName,
    at: row.at.toISOString(),
    ...(row.state === 'UPDATED' && { isUndo: row.isUndo }),
  };
}
