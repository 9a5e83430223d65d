import { CONTROL_DAYS, ERASURE_DAYS, LOT_DAYS, DASHBOARD_LINES, type Dashboard } from '@curvewell/contracts';
import { dayIn, type RunDelivery } from '@curvewell/domain';

import type { BackgroundProgress } from '../../jobs/background-work.ts';
import type { Clock } from '../../clock.ts';
import { readRows, type Db } from '../../database/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import { outOfRange } from '../controls/index.ts';
import { readTrouble } from '../file-transfer/index.ts';
import { countUpToBound, onShelf, TRIAL_LOTS } from '../runs/index.ts';

interface Dependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly backgroundProgress: () => Promise<BackgroundProgress | null>;
  readonly log: { readonly error: (error: unknown) => void };
}

const DAY_MS = 24 * 3600 * 1000;

/** The tasks that wait for the caller. A section that fails to load is marked; the others are returned. */
export async function readDashboard(
  { db, clock, backgroundProgress, log }: Dependencies,
  actor: LaboratoryCaller,
  { today }: { readonly today: string },
): Promise<Dashboard> {
  const now = clock.now();
  const orNull = <T>(reading: Promise<T>): Promise<T | null> =>
    reading.catch((error: unknown) => {
      log.error(error);
      return null;
    });
  const waitsFor = actor.permissions.has('WRITE_DIAGNOSTIC') ? 'approve' : 'interpret';
  const [lastSeen, waiting, controls, deliveries, lots, archives, preparing] = await Promise.all([
    lastSeenBefore(db, actor, today),
    orNull(waitingRuns(db, actor, waitsFor)),
    orNull(outOfRange({ db }, actor, new Date(now.getTime() - CONTROL_DAYS * DAY_MS)).then(section)),
    orNull(unsentRuns(db, actor)),
    orNull(expiringLots(db, actor, dayIn(now, actor.laboratory.timeZone))),
    orNull(erasedArchives(db, actor, now)),
    // The runs in preparation are those of the demonstration.
    actor.laboratory.demonstration ? orNull(backgroundProgress()) : null,
  ]);
  return {
    lastSeen,
    waitsFor,
    waiting,
    controls,
    deliveries,
    lots,
    archives,
    preparing,
  };
}

const section = <Line>(lines: readonly Line[]): { count: number; lines: Line[] } => ({
  count: lines.length,
  lines: lines.slice(0, DASHBOARD_LINES),
});

async function lastSeenBefore(db: Db, { userId }: LaboratoryCaller, today: string): Promise<string | null> {
  const last = await db.auditEvent.findFirst({
    where: { actorId: userId, at: { lt: new Date(today) } },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    select: { at: true },
  });
  return last?.at.toISOString() ?? null;
}

/** A run in a section. Sections name the further columns they need. */
interface RunLine {
  readonly runId: string;
  readonly businessId: number;
  readonly wells: number;
  readonly since: string;
  readonly isTrial: boolean;
  readonly deletionDate: string;
  readonly delivery: RunDelivery | null;
}

/** Runs in order, and their total count. */
async function runsWhere(
  db: Db,
  {
    where,
    line,
    order,
    count = countUpToBound(where),
  }: {
    readonly where: Prisma.Sql;
    readonly line: Prisma.Sql;
    readonly order: Prisma.Sql;
    readonly count?: Prisma.Sql;
  },
): Promise<{ count: number; lines: RunLine[] }> {
  const [found] = await readRows<{ count: number; lines: RunLine[] }>(
    db,
    Prisma.sql`
      SELECT ${count} AS count, (
        SELECT coalesce(json_agg(json_build_object('runId', r.id, 'businessId', r.business_id, ${line}) ORDER BY ${order}), '[]')
        FROM (SELECT * FROM run r WHERE ${where} ORDER BY ${order} LIMIT ${DASHBOARD_LINES}) r
      ) AS lines`,
  );
  return found ?? { count: 0, lines: [] };
}

type Section<Name extends keyof Dashboard> = NonNullable<Dashboard[Name]>;

async function waitingRuns(
  db: Db,
  actor: LaboratoryCaller,
  waitsFor: Dashboard['waitsFor'],
): Promise<Section<'waiting'>> {
  const waits =
    waitsFor === 'approve'
      ? Prisma.sql`r.status = 'WAIT_FOR_APPROVAL'`
      : Prisma.sql`r.status = 'RUN_TO_INTERPRET' AND r.interpreted_at IS NULL`;
  const { count, lines } = await runsWhere(db, {
    where: Prisma.sql`${onShelf(actor, 'live')} AND ${waits}`,
    line: Prisma.sql`'since', coalesce(r.submitted_at, r.imported_at), 'wells', (
      SELECT count(DISTINCT w.position)::int FROM well w WHERE w.run_id = r.id
        AND (w.kit_version_id IS NOT NULL OR r.interpreted_at IS NULL)),
      'isTrial', cardinality(${TRIAL_LOTS}) > 0`,
    order: Prisma.sql`r.business_id DESC`,
  });
  return { count, lines: lines.map(inUtc) };
}

/** A delivery `d` that a fault has stopped. */
const KEPT_BACK = Prisma.sql`d.state <> 'SENT' AND d.fault IS NOT NULL`;

/** Live runs with a failed or a delayed delivery. Each half reads its own index, and only as far as the limit. */
async function unsentLines(db: Db, actor: LaboratoryCaller): Promise<{ count: number; lines: RunLine[] }> {
  const live = onShelf(actor, 'live');
  // The condition of run_not_sent_idx.
  const failed = Prisma.sql`${live} AND r.ftp_sent = false`;
  const delayed = Prisma.sql`${live} AND r.ftp_sent IS DISTINCT FROM false AND r.id IN (
    SELECT d.run_id FROM delivery d WHERE d.laboratory_id = ${actor.laboratory.id}::uuid
      AND d.state IN ('WAITING', 'SENDING') AND d.fault IS NOT NULL)`;
  const newest = (where: Prisma.Sql) =>
    Prisma.sql`(SELECT r.id FROM run r WHERE ${where} ORDER BY r.business_id DESC LIMIT ${DASHBOARD_LINES})`;
  return runsWhere(db, {
    where: Prisma.sql`r.id IN (${newest(failed)} UNION ALL ${newest(delayed)})`,
    line: Prisma.sql`'since', coalesce(r.decided_at, r.imported_at), 'delivery', (
      SELECT json_build_object('state', d.state, 'nextTryAt', d.next_try_at, 'fault', d.fault)
      FROM delivery d WHERE d.run_id = r.id AND d.state <> 'SENT')`,
    order: Prisma.sql`r.business_id DESC`,
    count: Prisma.sql`${countUpToBound(failed)} + ${countUpToBound(delayed)}`,
  });
}

async function unsentRuns(db: Db, actor: LaboratoryCaller): Promise<Section<'deliveries'>> {
  const laboratoryId = actor.laboratory.id;
  const keptBack = Prisma.sql`d.laboratory_id = ${laboratoryId}::uuid AND ${KEPT_BACK}`;
  const [{ count, lines }, [oldest], trouble] = await Promise.all([
    unsentLines(db, actor),
    readRows<{ since: string | null }>(
      db,
      Prisma.sql`SELECT min(d.requested_at) AS since FROM delivery d JOIN run r ON r.id = d.run_id
        WHERE ${keptBack} AND r.archived_at IS NULL`,
    ),
    readTrouble(db, laboratoryId),
  ]);
  return {
    count,
    lines: lines.map((line) => ({ ...inUtc(line), delivery: deliveryInUtc(line.delivery) })),
    oldestSince: isoOf(oldest?.since ?? null),
    trouble: trouble && { fault: trouble.fault, nextTryAt: trouble.nextTryAt?.toISOString() ?? null },
  };
}

const isoOf = (instant: string | null): string | null =>
  instant === null ? null : new Date(instant).toISOString();

const deliveryInUtc = (delivery: RunDelivery | null): RunDelivery | null =>
  delivery && { ...delivery, nextTryAt: isoOf(delivery.nextTryAt) };

const inUtc = (line: RunLine): RunLine => ({
  ...line,
  since: new Date(line.since).toISOString(),
});

/** Shown only to users who may restore an archived run before it is deleted. */
async function erasedArchives(db: Db, actor: LaboratoryCaller, now: Date): Promise<Section<'archives'>> {
  if (!actor.permissions.has('CREATE_ARCHIVE')) return { count: 0, lines: [] };
  return runsWhere(db, {
    where: Prisma.sql`${onShelf(actor, 'archived')} AND r.deletion_date <= ${dayAfter(now, ERASURE_DAYS)}::date`,
    line: Prisma.sql`'deletionDate', to_char(r.deletion_date, 'YYYY-MM-DD')`,
    order: Prisma.sql`r.deletion_date, r.business_id`,
  });
}

/**
 * Lots used by the laboratory's runs. The counts of runs have a row for each lot, however many runs there are. Kits are
 * read only for the lots that are listed.
 */
async function expiringLots(db: Db, actor: LaboratoryCaller, today: string): Promise<Section<'lots'>> {
  const expires = Prisma.sql`lot.active AND lot.expiration_date BETWEEN ${today}::date AND ${today}::date + ${LOT_DAYS}::int`;
  const lots = await readRows<Section<'lots'>['lines'][number] & { readonly count: number }>(
    db,
    Prisma.sql`
      SELECT lot.id AS "lotId", lot.name, k.name AS kit, k.id AS "kitId", v.id AS "kitVersionId",
        to_char(lot.expiration_date, 'YYYY-MM-DD') AS "expirationDate", lot.count
      FROM (
        SELECT lot.*, count(*) OVER ()::int AS count FROM lot WHERE ${expires} AND lot.id IN (
          SELECT c.subject_id FROM run_count c
          WHERE c.laboratory_id = ${actor.laboratory.id}::uuid AND c.subject_id = ANY (ARRAY(SELECT lot.id FROM lot WHERE ${expires}))
          GROUP BY c.subject_id HAVING sum(c.runs) > 0)
        ORDER BY lot.expiration_date, lot.name, lot.id LIMIT ${DASHBOARD_LINES}
      ) lot JOIN kit_version v ON v.id = lot.kit_version_id JOIN kit k ON k.id = v.kit_id
      ORDER BY lot.expiration_date, lot.name, lot.id`,
  );
  return { count: lots[0]?.count ?? 0, lines: lots.map(({ count: _, ...line }) => line) };
}

const dayAfter = (now: Date, days: number): string =>
  new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
