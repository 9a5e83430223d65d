import { diagnosticColorSchema, type InterpretedWellDiagnostic } from '@curvewell/domain';

import type { InterpretedWellDiagnostic as WellDiagnosticRow } from '../../generated/prisma/client.ts';

type Shown = Pick<WellDiagnosticRow, 'id' | 'state' | 'comment' | 'byName' | 'at' | 'isUndo'> & {
  readonly diagnosticColor: unknown;
};

/** The call of a well, or its override. */
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
