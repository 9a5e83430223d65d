import type { UpdateRun } from '@curvewell/contracts';
import type { Issue, Run as ShownRun } from '@curvewell/domain';

import type { Dependencies } from '../../../dependencies.ts';
import { differences, recordAudit, staleError } from '../../../audit/record-audit.ts';
import { columnsOf, listOf, only } from '../../../database/columns.ts';
import type { Tx } from '../../../database/db.ts';
import { newId } from '../../../database/new-id.ts';
import { notFound, refuseIssues } from '../../../errors.ts';
import { Prisma, type Run } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { ownerDetails } from '../../kits/index.ts';
import { wellsChanges, type SavedWell } from '../../plate/index.ts';
import { placeRepeats } from '../../repeat-list/index.ts';
import { changeRun } from './change-run.ts';
import { saveFit, storedFit } from '../fit/fit-answer.ts';
import { enteredRunDate, runDateDetails } from '../import/run-date.ts';
import { refuseMixedWells } from './refuse-mixed-wells.ts';
import { checkReferences } from './run-references.ts';
import { changeIndexedRun } from '../list/run-search.ts';

/**
 * Saves the plate setup of a run: its id, date, kits, lots and wells. Omitted fields are unchanged.
 *
 * @throws AppError `not-found`, `illegal-transition` once interpreted (for a change of the date alone: once decided),
 *   `stale`, `invalid-request`
 */
export async function updateRun(
  { db, clock }: Dependencies,
  actor: LaboratoryCaller,
  { runId, body }: { readonly runId: string; readonly body: UpdateRun },
): Promise<ShownRun> {
  return changeRun(db, actor, {
    runId,
    ...(isDateAlone(body)
      ? { permission: 'canUpdate', refusal: 'The date of a decided run cannot be changed.' }
      : {
          permission: 'canConfigure',
          refusal: 'The wells of an interpreted run cannot be changed.',
        }),
    change: async (tx, row) => {
      if (row.revision !== body.revision) throw await staleError(tx, actor, 'run', runId);
      await checkReferences(tx, actor, body);
      const date = body.runDate && enteredRunDate(actor, { row, entered: body.runDate, clock });

      const former = await plateFacts(tx, actor, runId);
      await saveFit(tx, actor, { row, body, now: clock.now() });
      if (body.kits !== undefined) await saveKits(tx, row, body.kits);
      const saved = body.analyses === undefined ? [] : await saveWells(tx, runId, body.analyses);
      if (body.analyses !== undefined) await refuseMixedWells(tx, runId);
      if (body.analyses !== undefined) await placeRepeats(tx, actor, { run: row, now: clock.now() });
      await changeIndexedRun(tx, runId, { ...factsOf(body), ...date });
      // Control series are ordered by the date of the run.
      if (date !== undefined)
        await tx.controlReading.updateMany({ where: { runId }, data: { readAt: date.runDate } });
      await recordAudit(tx, actor, {
        action: 'run.update',
        entity: 'run',
        entityId: runId,
        details: {
          revision: row.revision + 1,
          ...differences(former, await plateFacts(tx, actor, runId)),
          wells: wellsChanges(saved),
        },
      });
    },
  });
}

/** Whether only the date changes, which does not affect the results. */
const isDateAlone = ({ runDate, name, plateId, kits, analyses }: UpdateRun): boolean =>
  runDate !== undefined && [name, plateId, kits, analyses].every((part) => part === undefined);

const OWN_FACTS = only('name', 'plateId', 'runDate', 'runDateSource', 'runDateZone', 'fitAnswer');

type PlateFacts = Pick<Run, keyof typeof OWN_FACTS> & {
  readonly kits: readonly {
    readonly kit: string;
    readonly ownerId: string | null;
    readonly reactionBuffer: string | null;
    readonly lots: readonly string[];
  }[];
};

const LOTS = listOf(
  'l.name',
  'x."order"',
  'run_kit_lot x JOIN lot l ON l.id = x.lot_id WHERE x.run_kit_id = c.id AND x.laboratory_id = c.laboratory_id',
);
const CHOSEN = `json_build_object('kit', concat(k.name, ' ', v.version), 'ownerId', k.laboratory_id, 'reactionBuffer', b.name, 'lots', ${LOTS})`;
const CHOSEN_ROWS = `run_kit c JOIN kit_version v ON v.id = c.kit_version_id JOIN kit k ON k.id = v.kit_id
  LEFT JOIN reaction_buffer b ON b.id = c.reaction_buffer_id WHERE c.run_id = r.id AND c.laboratory_id = r.laboratory_id`;
const PLATE_FACTS = Prisma.raw(
  `${columnsOf('r', OWN_FACTS)}, ${listOf(CHOSEN, 'c."order"', CHOSEN_ROWS)} AS kits`,
);

/** The plate setup without wells, as names for the audit trail. */
async function plateFacts(tx: Tx, actor: LaboratoryCaller, runId: string) {
  const [row] = await tx.$queryRaw<
    PlateFacts[]
  >`SELECT ${PLATE_FACTS} FROM run r WHERE r.id = ${runId}::uuid`;
  if (row === undefined) throw notFound('run');
  const { name, plateId, kits, fitAnswer, ...date } = row;
  const kitDetails = kits.map(({ kit, ownerId, reactionBuffer, lots }) => ({
    kit,
    ...ownerDetails(ownerId, actor),
    reactionBuffer,
    lots,
  }));
  const confirmed = storedFit(fitAnswer)?.findings.map(({ kit, text }) => `${kit}: ${text}`) ?? [];
  return { name, plateId, ...runDateDetails(date), kits: kitDetails, confirmedFit: confirmed };
}

const factsOf = ({ plateId, name }: UpdateRun): Partial<Run> => ({
  ...(plateId === undefined ? {} : { plateId: plateId === '' ? null : plateId }),
  ...(name === undefined ? {} : { name }),
});

async function saveKits(
  tx: Tx,
  { id: runId, laboratoryId }: { readonly id: string; readonly laboratoryId: string },
  kits: NonNullable<UpdateRun['kits']>,
): Promise<void> {
  await tx.runKit.deleteMany({ where: { runId, laboratoryId } });
  const rows = kits.map((kit, order) => ({ ...kit, id: newId(), order }));
  const chosen = rows.map(({ id, order, kitVersion, reactionBuffer }) => ({
    id,
    order,
    kit_version_id: kitVersion.id,
    reaction_buffer_id: reactionBuffer?.id ?? null,
  }));
  const lots = rows.flatMap(({ id, lots }) =>
    lots.map(({ id: lot_id }, order) => ({ run_kit_id: id, lot_id, order })),
  );
  await tx.$executeRaw`
    WITH chosen AS (
      INSERT INTO run_kit (id, run_id, laboratory_id, "order", kit_version_id, reaction_buffer_id)
      SELECT k.id, ${runId}::uuid, ${laboratoryId}::uuid, k."order", k.kit_version_id, k.reaction_buffer_id
      FROM jsonb_to_recordset(${JSON.stringify(chosen)}::jsonb)
        AS k(id uuid, "order" int, kit_version_id uuid, reaction_buffer_id uuid))
    INSERT INTO run_kit_lot (run_kit_id, laboratory_id, lot_id, "order")
    SELECT l.run_kit_id, ${laboratoryId}::uuid, l.lot_id, l."order"
    FROM jsonb_to_recordset(${JSON.stringify(lots)}::jsonb) AS l(run_kit_id uuid, lot_id uuid, "order" int)`;
}

/** Saves all wells with one statement. */
async function saveWells(
  tx: Tx,
  runId: string,
  analyses: NonNullable<UpdateRun['analyses']>,
): Promise<SavedWell[]> {
  const rows = analyses.flatMap(({ channel, wells }) =>
    Object.entries(wells).map(([position, well]) => ({
      channel,
      position,
      name: well.name === '' ? null : well.name,
      order_id: well.orderId === '' ? null : (well.orderId ?? null),
      keeps_order: well.orderId === undefined,
      sample_type: well.sampleType,
      kit_version_id: well.kitVersion?.id ?? null,
      lot_id: well.lot?.id ?? null,
      reaction_buffer_id: well.reactionBuffer?.id ?? null,
      expected_diagnostic_id: well.sampleType === 'STANDARD' ? (well.expectedDiagnostic?.id ?? null) : null,
    })),
  );
  // All parts of the statement see the wells as they were before it.
  const saved = await tx.$queryRaw<SavedWell[]>`
    WITH plate AS MATERIALIZED (SELECT * FROM well WHERE run_id = ${runId}::uuid),
    d AS MATERIALIZED (
      SELECT w.id, w.position, a.channel, d.name, CASE WHEN d.keeps_order THEN w.order_id ELSE d.order_id END AS order_id,
        d.sample_type, d.kit_version_id, d.lot_id, d.reaction_buffer_id, d.expected_diagnostic_id
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS d(channel text, position text, name text,
        order_id text, keeps_order boolean, sample_type sample_type,
        kit_version_id uuid, lot_id uuid, reaction_buffer_id uuid, expected_diagnostic_id uuid)
      JOIN channel_analysis a ON a.run_id = ${runId}::uuid AND a.channel = d.channel::channel_name
      JOIN plate w ON w.analysis_id = a.id AND w.position = d.position
    ), written AS MATERIALIZED (
      SELECT change_wells(${runId}::uuid, (SELECT jsonb_object_agg(d.id, to_jsonb(d) - '{id,position,channel}'::text[]) FROM d))
    )
    SELECT d.position, d.channel::text AS channel,
      CASE WHEN c.is_changed THEN ${valuesOf('w')} END AS "from", CASE WHEN c.is_changed THEN ${valuesOf('d')} END AS "to"
    FROM written CROSS JOIN d JOIN plate w ON w.id = d.id CROSS JOIN LATERAL (SELECT
      (w.name, w.order_id, w.sample_type, w.kit_version_id, w.lot_id, w.reaction_buffer_id, w.expected_diagnostic_id)
      IS DISTINCT FROM
      (d.name, d.order_id, d.sample_type, d.kit_version_id, d.lot_id, d.reaction_buffer_id, d.expected_diagnostic_id)
      AS is_changed) c`;
  if (saved.length !== rows.length) refuseIssues([noCurveIssue(rows.length - saved.length)]);
  return saved;
}

/** The content of a well's row, with names of referenced objects. */
const valuesOf = (row: 'w' | 'd') =>
  Prisma.raw(`jsonb_build_object('name', ${row}.name, 'orderId', ${row}.order_id, 'sampleType', ${row}.sample_type,
    'kit', (SELECT k.name || ' ' || v.version FROM kit_version v JOIN kit k ON k.id = v.kit_id WHERE v.id = ${row}.kit_version_id),
    'lot', (SELECT l.name FROM lot l WHERE l.id = ${row}.lot_id),
    'reactionBuffer', (SELECT b.name FROM reaction_buffer b WHERE b.id = ${row}.reaction_buffer_id),
    'expected', (SELECT c.label FROM diagnostic_color c WHERE c.id = ${row}.expected_diagnostic_id))`);

function noCurveIssue(count: number): Issue {
  return {
    path: ['body', 'analyses'],
    message: `${count} of these wells have no curve in the files of the run.`,
  };
}
