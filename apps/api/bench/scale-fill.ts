import pg from 'pg';

/** As many laboratories as a large installation has; the first has a fifth of the runs. */
const LABORATORIES = 200;
/** Of each kit version, one after another over the years. */
const LOTS = 40;
/** Entries that `audit_append` chains in one statement. */
const BATCH = 500;
/** At least; fewer entries than that are of the newest runs alone. */
const ENTRIES_OF_RUN = 3;

interface Amount {
  readonly runs: number;
  /** Of the audit trail. */
  readonly entries: number;
}

/** What a question needs to know of a filled database. */
export interface Filled {
  readonly laboratoryId: string;
  readonly versionId: string;
  readonly kitId: string;
  readonly bufferId: string;
  readonly analyserId: string;
  /** A run in the middle of the trail, with entries. */
  readonly runId: string;
}

/** Fills a database with runs as years of work leave them: without curves and results, which no list reads. */
export async function fillScale(url: string, { runs, entries }: Amount): Promise<Filled> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `SET session_replication_role = replica; SET work_mem = '256MB'; SET maintenance_work_mem = '512MB'`,
    );
    await client.query(SETTING);
    await client.query(`CREATE UNLOGGED TABLE made AS ${made(runs)}`);
    for (const statement of [...ROWS, ...COUNTS]) await client.query(statement);
    await addTrail(client, { runs, entries });
    await client.query('RESET session_replication_role');
    await client.query('VACUUM (ANALYZE)');
    const { rows } = await client.query<Filled>(SUBJECT);
    const [filled] = rows;
    if (filled === undefined) throw new Error('the database was not filled');
    await client.query('DROP TABLE made');
    return filled;
  } finally {
    await client.end();
  }
}

const FIRST = `(SELECT id FROM laboratory WHERE name = 'Demo laboratory North')`;

/** One of eleven people, by the number `n` of a run. */
const PERSON = `('00000000-0000-4000-8000-' || lpad(to_hex(n % 11), 12, '0'))::uuid`;

const SETTING = `
  INSERT INTO laboratory (id, name) SELECT uuidv7(), 'Laboratory ' || n FROM generate_series(1, ${LABORATORIES - 2}) n;
  INSERT INTO lot (id, kit_version_id, name, expiration_date, created_at)
    SELECT uuidv7(), v.id, 'L-' || lpad(n::text, 4, '0'), current_date + n, now() FROM kit_version v, generate_series(1, ${LOTS}) n;`;

/** Runs, oldest first, with what they are about. */
const made = (runs: number): string => `
  SELECT uuidv7(day - now()) AS id, uuidv7(day - now()) AS kit_row, uuidv7(day - now()) AS analysis_id,
    n, laboratory_id, day, CASE WHEN n % 3 = 0 THEN 'NEGATIVE_TEST' ELSE 'POSITIVE_TEST' END::sample_type AS control, n / 5 % 50 = 0 AS is_failed, v.id AS version_id, v.kit_id, v.name AS kit, buffer.id AS buffer_id, lot.id AS lot_id,
    row_number() OVER (PARTITION BY laboratory_id ORDER BY n)::int AS number,
    row_number() OVER (PARTITION BY laboratory_id ORDER BY n DESC)::int AS from_newest,
    count(*) OVER (PARTITION BY laboratory_id)::int AS of_laboratory
  FROM (
    SELECT n, now() - (${runs} - n) * interval '2 years' / ${runs} AS day,
      CASE WHEN n % 5 = 0 THEN ${FIRST} ELSE others.ids[1 + n * 7919 % cardinality(others.ids)] END AS laboratory_id,
      1 + n % versions.count AS version_place, 1 + (n - 1) * ${LOTS}::bigint / ${runs} AS lot_place
    FROM generate_series(1, ${runs}::bigint) n,
      (SELECT array_agg(id) AS ids FROM laboratory WHERE id <> ${FIRST}) others, (SELECT count(*) FROM kit_version) versions
  ) one
    JOIN (SELECT v.id, v.kit_id, k.name || ' ' || v.version AS name, row_number() OVER (ORDER BY k.name, v.version) AS place
      FROM kit_version v JOIN kit k ON k.id = v.kit_id) v ON v.place = version_place
    JOIN (SELECT DISTINCT ON (kit_id) kit_id, reaction_buffer_id AS id FROM kit_reaction_buffer ORDER BY kit_id, reaction_buffer_id) buffer
      ON buffer.kit_id = v.kit_id
    JOIN lot ON lot.kit_version_id = v.id AND lot.name = 'L-' || lpad(lot_place::text, 4, '0')`;

/** Half is archived; of the newest of each laboratory some wait. */
const ROWS = [
  `INSERT INTO run (id, laboratory_id, business_id, plate_id, plate_type, name, run_date, imported_at, created_by_id,
     created_by_name, instrument_name, analyser_id, file_name, status, submitted_by_id, submitted_by_name, submitted_at,
     interpreted_by_id, interpreted_by_name, interpreted_at, decided_by_id, decided_by_name, decided_at, ftp_sent,
     import_report, archived_by_name, archived_at, deletion_date, kit_reaction_buffer, search_text)
   SELECT id, laboratory_id, number, 'P-' || n, 'RECTANGULAR_96', 'Plate ' || n, day, day, person, operator, instrument,
     analyser_id, file, status::run_status,
     CASE WHEN status <> 'RUN_TO_INTERPRET' THEN person END, CASE WHEN status <> 'RUN_TO_INTERPRET' THEN operator END,
     CASE WHEN status <> 'RUN_TO_INTERPRET' THEN day + interval '2 hours' END, person, operator, day + interval '1 hour',
     CASE WHEN is_decided THEN person END, CASE WHEN is_decided THEN operator END, CASE WHEN is_decided THEN day + interval '3 hours' END,
     CASE WHEN is_decided THEN true END,
     jsonb_build_object('files', file, 'remarks', (SELECT string_agg(md5(i::text || n), ' ') FROM generate_series(1, 12) i)),
     CASE WHEN is_archived THEN operator END, CASE WHEN is_archived THEN day + interval '30 days' END,
     CASE WHEN is_archived AND from_newest - of_laboratory / 2 < 20 THEN current_date + 3 END, kit,
     lower(concat_ws(' ', number, file, 'P-' || n, instrument, kit, operator, replace(status, '_', ' ')))
   FROM (
     SELECT m.*, number <= of_laboratory / 2 AS is_archived, from_newest > 20 AS is_decided,
       CASE WHEN from_newest <= 10 THEN 'RUN_TO_INTERPRET' WHEN from_newest <= 20 THEN 'WAIT_FOR_APPROVAL'
         WHEN n % 40 = 1 THEN 'REJECTED' ELSE 'APPROVED' END AS status,
       md5(n::text) || '_admin_' || n || '.xlsx' AS file, ${PERSON} AS person,
       (ARRAY['Tara Holm', 'Ingrid Lindqvist', 'Mats Berg', 'Sofia Marin', 'Quentin Adler', 'Åsa Öberg', 'Li Wei',
         'Ada Ek', 'Bo Lind', 'Eva Dahl', 'Jan Ask'])[1 + n % 11] AS operator,
       (ARRAY['CFX 1', 'CFX 2', 'QuantStudio 4', 'StepOnePlus', 'LightCycler 480'])[1 + n % 5] AS instrument,
       (SELECT id FROM analyser ORDER BY name LIMIT 1) AS analyser_id
     FROM made m
   ) one`,
  `INSERT INTO run_kit (id, run_id, laboratory_id, "order", kit_version_id, reaction_buffer_id)
   SELECT kit_row, id, laboratory_id, 0, version_id, buffer_id FROM made`,
  `INSERT INTO run_kit_lot (run_kit_id, laboratory_id, lot_id, "order") SELECT kit_row, laboratory_id, lot_id, 0 FROM made`,
  `INSERT INTO run_used_pair (run_id, laboratory_id, kit_version_id, reaction_buffer_id) SELECT id, laboratory_id, version_id, buffer_id FROM made`,
  `INSERT INTO channel_analysis (id, run_id, laboratory_id, name, channel, phases, wells)
   SELECT analysis_id, id, laboratory_id, 'FAM', 'FAM', '{MELT}', jsonb_build_array(jsonb_build_object('position', 'H12', 'name', 'Control',
     'sample_type', control, 'kit_version_id', version_id, 'lot_id', lot_id, 'reaction_buffer_id', buffer_id,
     'result', CASE WHEN is_failed THEN 'TEST_KO' ELSE 'TEST_OK' END)) FROM made`,
  `INSERT INTO run_sample (run_id, laboratory_id, name, is_sample, position) SELECT id, laboratory_id, 'Control', false, 'H12' FROM made`,
  `INSERT INTO run_well_use (id, run_id, laboratory_id, kit_version_id, lot_id, reaction_buffer_id)
   SELECT gen_random_uuid(), id, laboratory_id, version_id, lot_id, buffer_id FROM made`,
  `INSERT INTO control_series (laboratory_id, kit_id, reaction_buffer_id, analyser_id, channel, sample_type)
   SELECT DISTINCT laboratory_id, kit_id, buffer_id, (SELECT id FROM analyser ORDER BY name LIMIT 1), 'FAM'::channel_name,
     control FROM made`,
  `INSERT INTO control_reading (laboratory_id, series_id, run_id, well_id, kit_version_id, lot_id, read_at, call, broken_rule)
   SELECT m.laboratory_id, s.id, m.id, well_id(m.analysis_id, 'H12'), m.version_id, m.lot_id, m.day,
     CASE WHEN is_failed THEN 'TEST_KO' ELSE 'TEST_OK' END,
     CASE WHEN is_failed AND control = 'POSITIVE_TEST' THEN '{"rule":"1-3s","phase":"MELT","zone":"A","tm":57,"distance":4}'::jsonb END
   FROM made m JOIN control_series s ON s.laboratory_id = m.laboratory_id AND s.kit_id = m.kit_id
     AND s.reaction_buffer_id = m.buffer_id AND s.sample_type = m.control`,
  `INSERT INTO control_peak (reading_id, laboratory_id, phase, place, zone, tm, tm_error, height, quality, counted)
   SELECT r.id, r.laboratory_id, 'MELT', 1, 'A', 55 + random(), 0.006, 200 + 20 * random(), 0.9, true
   FROM control_reading r JOIN control_series s ON s.id = r.series_id WHERE s.sample_type = 'POSITIVE_TEST' OR r.call = 'TEST_KO'`,
  `INSERT INTO run_counter (laboratory_id, last_business_id) SELECT laboratory_id, max(number) FROM made GROUP BY 1
   ON CONFLICT (laboratory_id) DO UPDATE SET last_business_id = excluded.last_business_id`,
  'ANALYZE',
  // As the triggers would have written it, run by run.
  `INSERT INTO control_point SELECT p.* FROM control_reading_point p ORDER BY p.read_at`,
  `INSERT INTO run_use SELECT s.* FROM made m JOIN run_subject s ON s.run_id = m.id`,
  // Otherwise the product counts all of them before it serves.
  'UPDATE laboratory SET runs_counted_at = now()',
] as const;

/** Counts of all runs. */
export const COUNTS = [
  `INSERT INTO run_count (laboratory_id, status, archived, runs)
   SELECT laboratory_id, status, archived_at IS NOT NULL, count(*) FROM run GROUP BY 1, 2, 3`,
  `INSERT INTO run_count (laboratory_id, subject_id, runs) SELECT laboratory_id, subject_id, count(*) FROM run_use GROUP BY 1, 2`,
] as const;

/**
 * The trail of the newest runs. The first laboratory's is a chain, which takes no approval without a record; of the others
 * only its length and its words count.
 */
async function addTrail(client: pg.Client, { runs, entries }: Amount): Promise<void> {
  const ofRun = Math.max(ENTRIES_OF_RUN, Math.floor(entries / runs));
  await client.query(`
    CREATE UNLOGGED TABLE trail AS
    SELECT m.laboratory_id, m.id AS run_id, m.n, e.place, row_number() OVER (PARTITION BY m.laboratory_id ORDER BY m.n, e.place) AS number,
      m.day + e.place * interval '1 minute' AS at, ${PERSON} AS actor_id,
      (ARRAY['Tara Holm', 'Ingrid Lindqvist', 'Mats Berg', 'Sofia Marin', 'Quentin Adler'])[1 + n % 5] AS actor_name,
      (ARRAY['run.archive', 'run.send', CASE WHEN m.laboratory_id = ${FIRST} THEN 'run.restore' ELSE 'run.approve' END])[1 + (e.place - 1) % 3] AS action,
      jsonb_build_object('businessId', m.number, 'plate', 'P-' || n, 'file', md5(n::text) || '.xlsx',
        'reason', (ARRAY['air bubble in the well', 'pipetting checked by hand', 'repeat requested by the ward'])[1 + n % 3]) AS details
    FROM (SELECT * FROM made ORDER BY n DESC LIMIT ${Math.floor(entries / ofRun)}) m, generate_series(1, ${ofRun}) AS e(place)`);
  // Each batch of the chain is found by its numbers.
  await client.query('CREATE INDEX ON trail (laboratory_id, number); ANALYZE trail');
  await client.query(`
    INSERT INTO audit_event (laboratory_id, number, at, actor_id, actor_name, action, entity, entity_id, details, previous_hash, hash)
    SELECT laboratory_id, number, at, actor_id, actor_name, action, 'run', run_id::text, details,
      md5(number::text) || md5('p' || number), md5((number + 1)::text) || md5('p' || number + 1)
    FROM trail WHERE laboratory_id <> ${FIRST} ORDER BY at`);
  const { rows } = await client.query<{ id: string; count: number }>(
    `SELECT ${FIRST} AS id, (SELECT count(*)::int FROM trail WHERE laboratory_id = ${FIRST}) AS count`,
  );
  const [first] = rows;
  for (let done = 0; done < (first?.count ?? 0); done += BATCH)
    await client.query(
      `SELECT count(*) FROM audit_append($1::uuid, (SELECT json_agg(json_build_object('action', action, 'actorId', actor_id,
         'actorName', actor_name, 'entity', 'run', 'entityId', run_id, 'details', details) ORDER BY number)
       FROM trail WHERE laboratory_id = $1::uuid AND number > $2 AND number <= $2 + ${BATCH}))`,
      [first?.id, done],
    );
  await client.query('DROP TABLE trail');
}

const SUBJECT = `
  SELECT m.laboratory_id AS "laboratoryId", m.version_id AS "versionId", m.kit_id AS "kitId", m.buffer_id AS "bufferId", m.id AS "runId",
    (SELECT id FROM analyser ORDER BY name LIMIT 1) AS "analyserId"
  FROM made m WHERE laboratory_id = ${FIRST}
    AND EXISTS (SELECT FROM audit_event e WHERE e.entity = 'run' AND e.entity_id = m.id::text)
  ORDER BY m.n OFFSET 20 LIMIT 1`;
