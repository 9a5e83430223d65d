import type { Release } from '@curvewell/domain';

import { recordAudit } from '../../audit/record-audit.ts';
import { type Db, transaction } from '../../database/db.ts';
import { notFound } from '../../errors.ts';
import type { Caller } from '../../actor.ts';

/** The newest release. @throws AppError `not-found` when there is none */
export function lastRelease([last]: readonly Release[]): Release {
  if (last === undefined) throw notFound('release');
  return last;
}

/** One release. @throws AppError `not-found` */
export function getRelease(releases: readonly Release[], version: string): Release {
  const release = releases.find((one) => one.version === version);
  if (release === undefined) throw notFound('release');
  return release;
}

/**
 * The newest release if the caller has not seen it and knows an earlier one: they have seen its notes, or their
 * account is older than the newest release. Others find the notes in the user menu.
 */
export async function lastReleaseIfNotSeen(
  { db }: { readonly db: Db },
  { userId }: Caller,
  [last]: readonly Release[],
): Promise<Release | null> {
  if (last === undefined) return null;
  const seen = await db.releaseSeen.findMany({ where: { userId }, select: { version: true } });
  if (seen.some(({ version }) => version === last.version)) return null;
  if (seen.length > 0) return last;
  const isOlder = await db.appUser.count({ where: { id: userId, createdAt: { lt: new Date(last.date) } } });
  return isOlder > 0 ? last : null;
}

/** Records that the caller has seen a release; idempotent. @throws AppError `not-found` */
export async function markReleaseSeen(
  { db }: { readonly db: Db },
  actor: Caller,
  { version }: Release,
): Promise<void> {
  await transaction({ db, actor }, async (tx) => {
    const { count } = await tx.releaseSeen.createMany({
      data: [{ userId: actor.userId, version }],
      skipDuplicates: true,
    });
    if (count > 0)
      await recordAudit(tx, actor, { action: 'release.seen', entity: 'release', entityId: version });
  });
}
