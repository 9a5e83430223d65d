import { laboratoryRulesSchema } from '@curvewell/domain';

import type { Clock } from '../../clock.ts';
import type { Db } from '../../database/db.ts';
import { AppError } from '../../errors.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import { impersonated } from '../identity/index.ts';
import type { RunRow } from '../runs/index.ts';
import type { IdentityAdmin, ProviderChanges } from '../users/index.ts';
import { listedSince } from './account-changes.ts';
import { mustSignIn } from './read-check.ts';

interface Dependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly identityAdmin: Pick<IdentityAdmin, 'changesSince'>;
}

/**
 * Changes of the caller's account at the identity provider.
 *
 * @throws AppError `forbidden` when an administrator of the provider opened this session in the caller's name
 */
export async function changesAtProvider(
  { db, clock, identityAdmin }: Dependencies,
  { userId, login, sessionId = '' }: LaboratoryCaller,
): Promise<ProviderChanges> {
  const { subject } = await db.appUser.findUniqueOrThrow({
    where: { id: userId },
    select: { subject: true },
  });
  const found = await identityAdmin.changesSince({ userId, login, subject }, listedSince(clock.now()));
  if (found.state === 'read' && found.impersonatedSessions.includes(sessionId)) throw impersonated();
  return found;
}

/**
 * When the caller signed in for this signature, where the laboratory requires that.
 *
 * @throws AppError `sign-in-again` when that is too long ago
 */
export function freshSignIn(
  actor: LaboratoryCaller,
  { row, now }: { readonly row: Pick<RunRow, 'laboratory'>; readonly now: Date },
): Date | null {
  const rules = laboratoryRulesSchema.parse(row.laboratory.rules);
  if (!rules.signInAgain) return null;
  if (mustSignIn(actor, { rules, now })) {
    const level =
      actor.lacksAcr === undefined ? '' : ` with the level that your laboratory requires (${actor.lacksAcr})`;
    throw new AppError('sign-in-again', `Sign in again${level} to decide.`);
  }
  return actor.signedInAt;
}
