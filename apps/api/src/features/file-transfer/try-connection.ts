import { PassThrough, type Readable } from 'node:stream';

import type { ConnectionTestEvent } from '@curvewell/contracts';
import type { SaveFileTransfer } from '@curvewell/domain';

import { recordAudit } from '../../audit/record-audit.ts';
import { transaction } from '../../database/db.ts';
import { AppError } from '../../errors.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import { accessAsTyped, ENTITY, type Dependencies, type Typed } from './connection.ts';
import { testConnection } from './test-connection.ts';
import { clearTrouble } from './trouble.ts';

interface Trying extends Dependencies {
  readonly log: { readonly error: (error: unknown) => void };
}

type Send = (event: ConnectionTestEvent) => void;

/**
 * Tests a connection as entered and reports each step. When the stored connection works, waiting deliveries
 * resume.
 *
 * @throws AppError as `accessAsTyped`, before the first event
 */
export async function tryConnection(
  dependencies: Trying,
  actor: LaboratoryCaller,
  body: SaveFileTransfer,
): Promise<Readable> {
  const typed = await accessAsTyped(dependencies, actor, body);
  const events = new PassThrough();
  const send: Send = (event) => {
    if (!events.destroyed) events.write(`data: ${JSON.stringify(event)}\n\n`);
  };
  // The test continues and is audited even when the caller disconnects.
  tryAndRecord(dependencies, actor, { ...typed, body, send })
    .catch((error: unknown) => {
      if (!(error instanceof AppError)) dependencies.log.error(error);
      send(
        error instanceof AppError
          ? { kind: 'failed', code: error.code, message: error.message }
          : { kind: 'failed', code: 'unexpected', message: 'The test could not be finished.' },
      );
    })
    .finally(() => events.end());
  return events;
}

async function tryAndRecord(
  { db, clock, jobs, allowsFileServer }: Trying,
  actor: LaboratoryCaller,
  {
    storedId,
    access,
    knownKey,
    isAsStored,
    body,
    send,
  }: Typed & { readonly body: SaveFileTransfer; readonly send: Send },
): Promise<void> {
  const { protocol, host, port, username, directory } = body;
  const test = await testConnection({
    access,
    knownKey,
    directory,
    allows: allowsFileServer,
    now: clock.now(),
    onProgress: (test) => send({ kind: 'step', test }),
  });
  await transaction({ db, actor }, async (tx) => {
    await recordAudit(tx, actor, {
      action: 'fileTransfer.test',
      entity: ENTITY,
      entityId: storedId,
      details: {
        protocol,
        host,
        port,
        username,
        works: test.works,
        failedStep: test.steps.find(({ outcome }) => outcome === 'failed')?.step ?? null,
      },
    });
    if (test.works && isAsStored)
      await clearTrouble({ tx, jobs }, actor, { now: clock.now(), because: 'test' });
  });
  send({ kind: 'done', test });
}
