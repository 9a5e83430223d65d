import type { Db, Tx } from '../src/database/db.ts';

interface Amount {
  readonly live: number;
  readonly archived: number;
}

/**
 * Fills a laboratory with runs as after years of work, without wells and curves: archived ones first, with
 * ascending numbers and dates, and varying kits, instruments and users.
 */
export async function addManyRuns(db: Db | Tx, laboratoryId: string, amount: Amount): Promise<void> {
  const { live, archived } = amount;
  await setRules(db, 'DISABLE');
  await db.$executeRaw`
    INSERT INTO run (id, laboratory_id, business_id, plate_id, plate_type, name, run_date, imported_at, created_by_id,
      created_by_name, instrument_name, analyser_id, file_name, status, interpreted_by_id, interpreted_by_name,
      interpreted_at, import_report, archived_by_name, archived_at, kit_reaction_buffer, search_text)
    SELECT gen_random_uuid(), ${laboratoryId}::uuid, n, 'P-' || n, 'RECTANGULAR_96', 'Plate ' || n, day, day,
      gen_random_uuid(), operator, instrument, analyser.id, file, status::run_status, gen_random_uuid(), operator, day,
      jsonb_build_object('left out', repeat('a reading that was not used ', 100)),
      CASE WHEN n <= ${archived} THEN 'Mats Berg' END, CASE WHEN n <= ${archived} THEN day + interval '30 days' END, kit,
      lower(concat_ws(' ', n, file, 'P-' || n, instrument, kit, operator, status))
    FROM (
      SELECT n, timestamptz '2015-01-01Z' + n * interval '50 minutes' AS day,
        md5(n::text) || '_admin_' || n || '.xlsx' AS file,
        (ARRAY['Tara Holm', 'Ingrid Lindqvist', 'Mats Berg', 'Sofia Marin', 'Quentin Adler', 'Åsa Öberg', 'Li Wei',
          'Ada Ek', 'Bo Lind', 'Eva Dahl', 'Jan Ask'])[1 + n % 11] AS operator,
        (ARRAY['CFX 1', 'CFX 2', 'QuantStudio 4', 'StepOnePlus', 'LightCycler 480'])[1 + n % 5] AS instrument,
        (ARRAY['LCT-13910 (RB-1)', 'LCT-13910 (RB-2)', 'F5-1691 (RB-1)'])[1 + n % 3] AS kit,
        (ARRAY['APPROVED', 'REJECTED'])[1 + n % 2] AS status
      FROM generate_series(1, ${live + archived}::int) n
    ) made, (SELECT id FROM analyser ORDER BY name LIMIT 1) analyser`;
  await db.$executeRaw`
    WITH pair AS (
      SELECT r.id AS run_id, r.laboratory_id, versions.ids[1 + r.business_id % cardinality(versions.ids)] AS version_id, buffer.id AS buffer_id
      FROM run r, (SELECT array_agg(id ORDER BY id) AS ids FROM kit_version) versions,
        (SELECT id FROM reaction_buffer ORDER BY name LIMIT 1) buffer
      WHERE r.laboratory_id = ${laboratoryId}::uuid
    ), used AS (
      INSERT INTO run_used_pair (run_id, laboratory_id, kit_version_id, reaction_buffer_id) SELECT * FROM pair
    ), kit AS (
      INSERT INTO run_kit (id, run_id, laboratory_id, "order", kit_version_id, reaction_buffer_id)
      SELECT gen_random_uuid(), run_id, laboratory_id, 0, version_id, buffer_id FROM pair RETURNING id, laboratory_id, kit_version_id
    )
    INSERT INTO run_kit_lot (run_kit_id, laboratory_id, lot_id, "order")
    SELECT DISTINCT ON (kit.id) kit.id, kit.laboratory_id, lot.id, 0 FROM kit JOIN lot USING (kit_version_id) ORDER BY kit.id, lot.name`;
  await setRules(db, 'ENABLE');
  // Without statistics each run would read all uses of kits.
  await db.$executeRaw`ANALYZE run, run_kit, run_kit_lot, run_used_pair`;
  await db.$executeRaw`SELECT recount_runs(${laboratoryId}::uuid)`;
}

/** Disables triggers: the inserted runs are decided without signatures. Foreign keys stay enabled. */
async function setRules(db: Db | Tx, how: 'ENABLE' | 'DISABLE'): Promise<void> {
  for (const table of ['run', 'run_kit', 'run_kit_lot', 'run_used_pair'])
    await db.$executeRawUnsafe(`ALTER TABLE ${table} ${how} TRIGGER USER`);
}
