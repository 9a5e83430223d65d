import { deleteRows, manifestOf, refuseDifferences, type Manifest } from './fill-target.ts';
import { laboratoryTables } from './laboratory-tables.ts';
import { audit, impossible, placeOfId, within, withoutTriggers, type Move } from './move.ts';

/**
 * Removes the rows of a laboratory that moved away. Its name, users, audit trail and view log stay, so that they can be
 * asked where it lives.
 *
 * @throws AppError `illegal-transition` when the rows are not those that moved, or the target lacks the audit trail
 */
export async function removeMoved(move: Move): Promise<void> {
  const { source, actor, laboratory, report } = move;
  await refuseUnfinished(move);
  await report('compare what is left');
  const left = await manifestOf(source, laboratory.id);
  refuseDifferences('These tables are not as they were moved', left, await movedManifest(move));
  await report('remove');
  await within(source, async () => {
    await withoutTriggers(source);
    await deleteRows(source, await laboratoryTables(source, laboratory.id), ['moved', 'counted']);
    await audit(source, actor, {
      action: 'laboratory.move-remove',
      chain: null,
      laboratoryId: laboratory.id,
      details: { name: laboratory.name },
    });
  });
}

/** The target has to serve the laboratory, and to go on from the last entry of the audit trail here. */
async function refuseUnfinished(move: Move): Promise<void> {
  const { source, target, laboratory } = move;
  const [here, there] = [await placeOfId(source, laboratory.id), await placeOfId(target, laboratory.id)];
  if (here?.state !== 'elsewhere' || there === null || there.state !== null)
    throw impossible('This laboratory has not moved there. Run the command without --remove first.');
  if (!(await goesOnThere(move)))
    throw impossible('The audit trail at the target is not the one of this laboratory.');
}

/** Whether the target has the last entry of the laboratory here, and so every change that was made here. */
export async function goesOnThere({ source, target, laboratory }: Move): Promise<boolean> {
  const { rows: heads } = await source.query<{ number: string; hash: string }>(
    'SELECT number::text, hash FROM audit_head WHERE chain = $1',
    [laboratory.id],
  );
  for (const { number, hash } of heads) {
    const { rows } = await target.query(
      'SELECT 1 FROM audit_event WHERE laboratory_id = $1 AND number = $2 AND hash = $3',
      [laboratory.id, number, hash],
    );
    if (rows.length === 0) return false;
  }
  return heads.length > 0;
}

async function movedManifest({ source, laboratory }: Move): Promise<Manifest> {
  const { rows } = await source.query<{ tables: Manifest }>(
    `SELECT details -> 'tables' AS tables FROM audit_event
     WHERE entity = 'laboratory' AND entity_id = $1 AND action = 'laboratory.move-away' ORDER BY id DESC LIMIT 1`,
    [laboratory.id],
  );
  const [last] = rows;
  if (last === undefined) throw impossible('No entry records what was moved.');
  return last.tables;
}
