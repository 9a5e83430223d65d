import type { DiagnosticColor } from '@curvewell/domain';
import { overrideProof } from '@curvewell/domain/derive';

import type { InterpretedWellDiagnostic, Prisma } from '../../../generated/prisma/client.ts';

type Well = Prisma.WellGetPayload<{ include: { analysis: { select: { channel: true } } } }>;
type Change = Pick<
  InterpretedWellDiagnostic,
  'state' | 'diagnosticColor' | 'comment' | 'byId' | 'byName' | 'at' | 'isUndo'
>;

/** The hash of a stored override, for its audit entry. */
export function changeProof({ id, position, analysis: { channel } }: Well, change: Change) {
  const { state, diagnosticColor, comment: reason, byId, byName, at, isUndo } = change;
  return overrideProof({
    wellId: id,
    position,
    channel,
    diagnostic: {
      // In stored form, independent of later formats.
      state,
      diagnosticColor: diagnosticColor as DiagnosticColor | null,
      reason,
      by: { id: byId, name: byName },
      at: exactInstant(at),
      ...(isUndo && { isUndo }),
    },
  });
}

/** As written by the database, with microseconds. */
export const exactInstant = (at: Date): string => at.toISOString().replace('Z', '000Z');
