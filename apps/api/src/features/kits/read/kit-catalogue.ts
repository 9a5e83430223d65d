import type { ListedKit, ListedVersion, VersionUse } from '@curvewell/domain';

import type { Caller } from '../../../actor.ts';
import type { Db } from '../../../database/db.ts';
import { visibleKit } from '../../../database/kit-scope.ts';
import { HAS_RESULTS } from './routine-use.ts';
import { ownerView } from '../owner/new-kit.ts';

/** Bounds of the list; more than an installation has. */
const MAX_KITS = 500;
const MAX_VERSIONS = 10_000;

interface VersionRow extends Omit<ListedVersion, 'use' | 'requiredControls'> {
  readonly kitId: string;
  readonly isEditable: boolean;
  readonly negative: number;
  readonly positive: number;
}

/** The active kits that the caller sees, by name, with their versions; for callers who may read configurations. */
export async function kitCatalogue({ db }: { readonly db: Db }, actor: Caller): Promise<ListedKit[]> {
  const rows = await db.kit.findMany({
    where: { active: true, ...visibleKit(actor) },
    orderBy: { name: 'asc' },
    take: MAX_KITS,
    select: {
      id: true,
      name: true,
      sample: true,
      laboratoryId: true,
      channels: { select: { channel: true }, orderBy: { channel: 'asc' } },
      buffers: {
        select: { reactionBuffer: { select: { name: true } } },
        orderBy: { reactionBuffer: { name: 'asc' } },
      },
      analysers: {
        select: { status: true, analyser: { select: { name: true } } },
        orderBy: { analyser: { order: 'asc' } },
      },
      _count: { select: { diagnostics: true } },
    },
  });
  const versions = Map.groupBy(
    await versionRows(
      db,
      rows.map(({ id }) => id),
    ),
    ({ kitId }) => kitId,
  );
  return rows.map(({ id, name, sample, laboratoryId, channels, buffers, analysers, _count }) => ({
    id,
    name,
    isSample: sample,
    owner: ownerView(laboratoryId, actor),
    channels: channels.map(({ channel }) => channel),
    diagnostics: _count.diagnostics,
    buffers: buffers.map(({ reactionBuffer }) => reactionBuffer.name),
    analysers: analysers.map(({ status, analyser }) => ({ name: analyser.name, status })),
    versions: (versions.get(id) ?? []).map(versionView),
  }));
}

/** The versions with their lots and the runs of all laboratories, newest first: one query for all kits. */
function versionRows(db: Db, kitIds: readonly string[]): Promise<VersionRow[]> {
  return db.$queryRaw<VersionRow[]>`
    SELECT v.id, v.kit_id AS "kitId", v.version, v.is_editable AND NOT ${HAS_RESULTS} AS "isEditable",
      v.negative_controls AS negative, v.positive_controls AS positive,
      coalesce(l.active, 0)::int AS "activeLots", coalesce(l.inactive, 0)::int AS "trialLots",
      to_char(l.next_expiry, 'YYYY-MM-DD') AS "nextExpiry",
      coalesce((SELECT sum(c.runs) FROM run_count c WHERE c.subject_id = v.id), 0)::int AS runs,
      to_char((SELECT max(u.run_date) FROM run_use u WHERE u.subject_id = v.id) AT TIME ZONE 'UTC', 'YYYY-MM-DD')
        AS "lastRunOn"
    FROM kit_version v
    LEFT JOIN (
      SELECT kit_version_id, count(*) FILTER (WHERE active) AS active, count(*) FILTER (WHERE NOT active) AS inactive,
        min(expiration_date) FILTER (WHERE active) AS next_expiry
      FROM lot GROUP BY kit_version_id
    ) l ON l.kit_version_id = v.id
    WHERE v.kit_id = ANY(${[...kitIds]}::uuid[])
    ORDER BY v.created_at DESC, v.version DESC LIMIT ${MAX_VERSIONS}`;
}

function versionView({ kitId: _, isEditable, negative, positive, ...row }: VersionRow): ListedVersion {
  return { ...row, use: useOf(isEditable, row), requiredControls: { negative, positive } };
}

function useOf(
  isEditable: boolean,
  { activeLots, trialLots }: Pick<ListedVersion, 'activeLots' | 'trialLots'>,
): VersionUse {
  if (activeLots > 0) return 'in-use';
  if (!isEditable) return 'closed';
  return trialLots > 0 ? 'trial' : 'draft';
}
