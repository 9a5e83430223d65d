import { isDeepStrictEqual } from 'node:util';

import type { ProfiledAnalyser } from '@curvewell/contracts';
import { analyserProfileSchema, type AnalyserProfile } from '@curvewell/domain';

import { differences, recordAudit } from '../../audit/record-audit.ts';
import { type Db, transaction, type Tx } from '../../database/db.ts';
import type { KitViewer } from '../../database/kit-scope.ts';
import { notFound, refuse, refuseInvisible } from '../../errors.ts';
import type { Caller } from '../../actor.ts';
import { analyserColumns } from './analyser-columns.ts';
import {
  analyserInclude,
  analyserRows,
  analyserView,
  MAX_ANALYSERS,
  type AnalyserRow,
} from './read-analysers.ts';
import { nameTaken } from '../../database/taken-name.ts';

/** The analysers with their profiles, in the installation's order. */
export async function listProfiles(
  { db }: { readonly db: Db },
  viewer: KitViewer,
): Promise<ProfiledAnalyser[]> {
  const rows = await analyserRows(db, viewer, {});
  return rows.map(profiledView);
}

function profiledView(row: AnalyserRow): ProfiledAnalyser {
  return { ...analyserView(row), profile: analyserProfileSchema.parse(row.profile) };
}

/**
 * Adds an analyser at the end of the list. Its files can be imported at once.
 *
 * @throws AppError `name-taken` for its name or the id of its profile, `invalid-request` when there are too many
 */
export async function createAnalyser(
  { db }: { readonly db: Db },
  actor: Caller,
  profile: AnalyserProfile,
): Promise<ProfiledAnalyser> {
  return transaction({ db, actor, on: 'analysers' }, async (tx) => {
    refuseInvisible({ profile }, null);
    await lockNames(tx);
    await requireFree(tx, profile, null);
    if ((await tx.analyser.count()) >= MAX_ANALYSERS)
      refuse(['profile'], `There are already ${MAX_ANALYSERS} analysers, the maximum.`);
    const { _max: last } = await tx.analyser.aggregate({ _max: { order: true } });
    const row = await tx.analyser.create({
      data: { ...analyserColumns(profile), order: (last.order ?? -1) + 1 },
      include: analyserInclude(actor),
    });
    await recordAudit(tx, actor, {
      action: 'analyser.create',
      entity: 'analyser',
      entityId: row.id,
      details: { profile },
    });
    return profiledView(row);
  });
}

interface AnalyserChange {
  readonly analyserId: string;
  readonly profile: AnalyserProfile;
  /** Omitted: unchanged, even when another user has changed it meanwhile. */
  readonly active?: boolean | undefined;
}

/**
 * Changes how files of an analyser are read from now on, or whether it is offered. Imported runs are unchanged.
 *
 * @throws AppError `not-found`, `name-taken`, `invalid-request` for a version that is not newer
 */
export async function updateAnalyser(
  { db }: { readonly db: Db },
  actor: Caller,
  { analyserId, profile, ...change }: AnalyserChange,
): Promise<ProfiledAnalyser> {
  return transaction({ db, actor, on: 'analysers' }, async (tx) => {
    await lockNames(tx);
    const former = await tx.analyser.findUnique({
      where: { id: analyserId },
      include: analyserInclude(actor),
    });
    if (former === null) throw notFound('analyser');
    const { active = former.active } = change;
    const formerProfile = analyserProfileSchema.parse(former.profile);
    refuseInvisible({ profile }, formerProfile);
    checkSuccession(formerProfile, profile);
    await requireFree(tx, profile, analyserId);
    const row = await tx.analyser.update({
      where: { id: analyserId },
      data: { ...analyserColumns(profile), active },
      include: analyserInclude(actor),
    });
    await recordAudit(tx, actor, {
      action: 'analyser.update',
      entity: 'analyser',
      entityId: analyserId,
      details: differences({ profile: formerProfile, active: former.active }, { profile, active }),
    });
    return profiledView(row);
  });
}

/** Of two concurrent changes, the second does not raise the version that the first has stored. */
function checkSuccession(former: AnalyserProfile, profile: AnalyserProfile): void {
  if (profile.id !== former.id) refuse(['profile', 'id'], `The id of this profile must stay “${former.id}”.`);
  if (isDeepStrictEqual(former, profile) || profile.version > former.version) return;
  refuse(
    ['profile', 'version'],
    `Version ${former.version} is stored. Start from that version and increase the version number.`,
  );
}

/** Serialises writers; does not block imports and reads. */
async function lockNames(tx: Tx): Promise<void> {
  await tx.$executeRaw`LOCK TABLE analyser IN SHARE ROW EXCLUSIVE MODE`;
}

/** Names are unique ignoring case; profiles are unique by id. */
async function requireFree(tx: Tx, { id, name }: AnalyserProfile, except: string | null): Promise<void> {
  const taken = await tx.$queryRaw<{ is_name: boolean }[]>`
    SELECT lower(name) = lower(${name}) AS is_name FROM analyser
    WHERE (lower(name) = lower(${name}) OR profile ->> 'id' = ${id}) AND id IS DISTINCT FROM ${except}::uuid
    ORDER BY is_name DESC LIMIT 1`;
  const [first] = taken;
  if (first !== undefined)
    throw first.is_name ? nameTaken('Analyser', name) : nameTaken('Analyser Profile', id);
}
