import type { ControlScope } from '@curvewell/contracts';

import type { Db, Tx } from '../../../database/db.ts';
import type { LaboratoryCaller } from '../../../actor.ts';

/** The lot that defines the mean of a kit and buffer; null: none is set. */
export function readReferenceLot(
  db: Db | Tx,
  actor: LaboratoryCaller,
  { kitId, reactionBufferId }: Pick<ControlScope, 'kitId' | 'reactionBufferId'>,
) {
  return db.controlReference.findUnique({
    where: {
      laboratoryId_kitId_reactionBufferId: { laboratoryId: actor.laboratory.id, kitId, reactionBufferId },
    },
  });
}
