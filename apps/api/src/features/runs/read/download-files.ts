import type { Readable } from 'node:stream';

import { recordAudit } from '../../../audit/record-audit.ts';
import { type Db, transaction } from '../../../database/db.ts';
import { AppError, notFound } from '../../../errors.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { readOriginal } from '../../../blobs/originals.ts';
import { zipStream } from '../../../formats/zip.ts';
import { ownRun } from './queries.ts';

/**
 * The original files of a live or archived run, byte for byte, as a streamed zip.
 *
 * @param isAllowed - whether this installation provides original files
 * @throws AppError `not-found`, or `forbidden` where it does not
 */
export async function downloadFiles(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  { runId, isAllowed }: { readonly runId: string; readonly isAllowed: boolean },
): Promise<{ readonly name: string; readonly content: Readable }> {
  const { businessId, files } = await transaction({ db, actor }, async (tx) => {
    const run = await tx.run.findFirst({
      where: ownRun(actor, runId, 'any'),
      select: {
        businessId: true,
        files: { select: { id: true, name: true, sha256: true }, orderBy: { order: 'asc' } },
      },
    });
    if (run === null) throw notFound('run');
    if (!isAllowed)
      throw new AppError('forbidden', 'This installation does not allow run files to be downloaded.');
    if (run.files.length === 0) {
      throw new AppError('not-found', "The server didn't find any files for this run.");
    }
    await recordAudit(tx, actor, {
      action: 'run.download',
      entity: 'run',
      entityId: runId,
      details: { files: run.files.map(({ name, sha256 }) => ({ name, sha256 })) },
    });
    return run;
  });
  const content = zipStream(
    files.map(({ id, name }) => ({
      name,
      read: () => readOriginal(db, id),
    })),
  );
  return { name: `run-${businessId}.zip`, content };
}
