import { readFile } from 'node:fs/promises';

import { z } from 'zod';

import type { AuditActor } from '../audit/record-audit.ts';
import { followCatalogue } from '../clusters/follow-catalogue.ts';
import { cancelMove, correctAddress, moveLaboratory, removeLaboratory } from '../clusters/move-laboratory.ts';
import { openedOf, type Db } from '../database/opened.ts';
import { AppError } from '../errors.ts';
import { logLine } from '../telemetry/log.ts';
import { AdminUsageError } from './usage-error.ts';

export const MOVE_HELP = `  move-laboratory <name> --to <address> --database <file>
                                              moves a laboratory to the cluster with this address; the file holds the
                                              address of its database, postgresql://…; the laboratory can be read
                                              meanwhile, and nobody else notices; repeat the command after a failure
      --cancel                                gives up a move that has not ended
      --correct-address                       shows users of a moved laboratory this address instead of the one before
      --remove                                removes what a moved laboratory left behind in this cluster
  follow-catalogue <address>                  deletes the kits, lots and analysers of this cluster, which has no runs yet:
                                              they are copied from the cluster with this address
`;

interface Parts {
  readonly db: Db;
  readonly actor: AuditActor;
}

interface MoveOptions {
  readonly to?: string | undefined;
  readonly database?: string | undefined;
  readonly cancel: boolean;
  readonly remove: boolean;
  readonly 'correct-address': boolean;
}

/** @returns the output @throws AdminUsageError, AppError */
export async function administerMove(
  { db, actor }: Parts,
  name: string,
  given: MoveOptions,
): Promise<string> {
  const address = addressOf(given.to);
  if (address === null || given.database === undefined)
    throw new AdminUsageError('Missing option: --to <address> or --database <file>.');
  if ([given.cancel, given.remove, given['correct-address']].filter(Boolean).length > 1)
    throw new AdminUsageError('Use one of --cancel, --remove and --correct-address.');
  const targetUrl = (await readDatabaseFile(given.database)).trim();
  const { connectionString: sourceUrl = '' } = openedOf(db).pool.options;
  const options = { sourceUrl, targetUrl, name, address, actor, report: logLine };
  if (given.cancel) {
    await cancelMove(options);
    return `“${name}” stays in this cluster and can be changed again.`;
  }
  if (given['correct-address']) {
    await correctAddress(options);
    return `The users of “${name}” are shown ${address}.`;
  }
  if (given.remove) {
    await removeLaboratory(options);
    return `Removed the runs of “${name}” from this cluster. Its users are shown ${address}.`;
  }
  await moveLaboratory(options);
  return `“${name}” lives at ${address}. Remove what it left here with --remove.`;
}

/** @returns the output @throws AdminUsageError, AppError */
export async function administerCatalogue({ db, actor }: Parts, typed: string): Promise<string> {
  const address = addressOf(typed);
  if (address === null) throw new AdminUsageError('The address must begin with https:// or http://.');
  await followCatalogue(db, actor, address);
  return `Kits, lots and analysers are changed at ${address}. Subscribe to its publication now.`;
}

const addressSchema = z.url({ protocol: /^https?$/ });

/** @returns null: it is none */
const addressOf = (typed: string | undefined): string | null =>
  addressSchema.safeParse(typed).data?.replace(/\/$/, '') ?? null;

async function readDatabaseFile(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new AppError('not-found', `${file} cannot be read.`, { cause });
  });
}
