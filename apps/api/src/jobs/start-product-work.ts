import type { FastifyBaseLogger } from 'fastify';

import type { Db } from '../database/db.ts';
import type { Lifecycle } from '../process/lifecycle.ts';
import { startWork } from './start-work.ts';
import type { JobHandlers, Jobs } from './jobs.ts';

interface WorkParts {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly log: FastifyBaseLogger;
  readonly onError: (error: unknown) => void;
}

/** Starts the job handlers of this process, and logs while a restored copy suspends them. */
export async function startProductWork(
  lifecycle: Lifecycle,
  parts: WorkParts,
  handlers: JobHandlers,
): Promise<void> {
  const { log } = parts;
  const stopLooking = await startWork({
    ...parts,
    handlers,
    onHeld: (copy) =>
      log.warn(
        copy,
        'restored copy: deliveries, e-mails, backups and purges are paused until “admin confirm-restored”',
      ),
    onConfirmed: () => log.warn('the restored copy was confirmed as the installation: paused work resumes'),
  });
  lifecycle.atStop(() => {
    stopLooking();
    return undefined;
  });
}
