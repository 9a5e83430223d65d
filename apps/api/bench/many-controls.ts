import type { Db, Tx } from '../src/database/db.ts';
import { withoutRules } from '../test/without-rules.ts';

/**
 * Adds the given number of runs to the laboratory of a run, one for each past hour, each with two positive
 * and three negative controls in FAM: readings as interpretations store them, without curves and results.
 */
export async function addManyControls(db: Db, runId: string, count: number): Promise<void> {
  await withoutRules(db, (tx) => fill(tx, runId, count));
  await db.$executeRaw`VACUUM (ANALYZE) run, channel_analysis, control_series, control_reading, control_peak, control_point`;
}

async function fill(db: Tx, runId: string, count: number): Promise<void> {
  await db.$executeRaw`
    CREATE TABLE made AS
    SELECT new_id() AS run_id, new_id() AS analysis_id, n, now() - (${count}::int - n) * interval '1 hour' AS day
    FROM generate_series(1, ${count}::int) n`;
  await db.$executeRaw`
    INSERT INTO run (id, laboratory_id, business_id, plate_type, name, run_date, imported_at, created_by_id, created_by_name,
      instrument_name, analyser_id, file_name, status, import_report)
    SELECT m.run_id, r.laboratory_id, 100000 + m.n, r.plate_type, r.name, m.day, m.day, r.created_by_id, r.created_by_name,
      r.instrument_name, r.analyser_id, r.file_name, 'APPROVED', '{}'
    FROM made m, run r WHERE r.id = ${runId}::uuid`;
  await db.$executeRaw`
    INSERT INTO channel_analysis (id, run_id, laboratory_id, name, channel, phases, wells)
    SELECT m.analysis_id, m.run_id, w.laboratory_id, 'FAM', 'FAM', '{MELT,ANNEAL}', (
      SELECT jsonb_agg(jsonb_build_object('position', c.position, 'sample_type', c.type, 'kit_version_id', w.kit_version_id, 'lot_id', w.lot_id,
        'reaction_buffer_id', w.reaction_buffer_id))
      FROM (VALUES
        ('D12', 'POSITIVE_TEST'), ('E12', 'POSITIVE_TEST'), ('F12', 'NEGATIVE_TEST'), ('G12', 'NEGATIVE_TEST'), ('H12', 'NEGATIVE_TEST')
      ) AS c (position, type))
    FROM made m, (SELECT * FROM well WHERE run_id = ${runId}::uuid AND lot_id IS NOT NULL LIMIT 1) w`;
  await db.$executeRaw`
    INSERT INTO run_well_use (id, run_id, laboratory_id, kit_version_id, lot_id, reaction_buffer_id, expected_diagnostic_id)
    SELECT new_id(), u.* FROM made m CROSS JOIN LATERAL well_uses_of(m.run_id) u`;
  await db.$executeRaw`
    INSERT INTO control_series (laboratory_id, kit_id, reaction_buffer_id, analyser_id, channel, sample_type)
    SELECT DISTINCT w.laboratory_id, v.kit_id, w.reaction_buffer_id, r.analyser_id, 'FAM'::channel_name, w.sample_type
    FROM made m CROSS JOIN LATERAL (SELECT * FROM well o WHERE o.run_id = m.run_id OFFSET 0) w JOIN kit_version v ON v.id = w.kit_version_id JOIN run r ON r.id = m.run_id
    ON CONFLICT DO NOTHING`;
  await db.$executeRaw`
    INSERT INTO control_reading (laboratory_id, series_id, run_id, well_id, kit_version_id, lot_id, read_at, call)
    SELECT w.laboratory_id, s.id, m.run_id, w.id, w.kit_version_id, w.lot_id, m.day, 'TEST_OK'
    FROM made m CROSS JOIN LATERAL (SELECT * FROM well o WHERE o.run_id = m.run_id OFFSET 0) w JOIN kit_version v ON v.id = w.kit_version_id
      JOIN control_series s ON s.laboratory_id = w.laboratory_id AND s.kit_id = v.kit_id AND s.channel = 'FAM'
        AND s.reaction_buffer_id = w.reaction_buffer_id AND s.sample_type = w.sample_type AND s.expected = ''`;
  await db.$executeRaw`
    INSERT INTO control_peak (reading_id, laboratory_id, phase, place, zone, tm, tm_error, height, quality, counted)
    SELECT r.id, r.laboratory_id, p.phase::phase_type, p.place, p.zone, p.tm + 0.1 * (random() - 0.5), 0.006, 200 + 20 * random(), 0.9, true
    FROM control_reading r JOIN control_series s ON s.id = r.series_id, (VALUES
      ('ANNEAL', 1, 'A', 55.3), ('ANNEAL', 2, 'B', 60.8), ('MELT', 1, 'C', 55.3), ('MELT', 2, 'D', 60.8)
    ) AS p (phase, place, zone, tm)
    WHERE s.sample_type = 'POSITIVE_TEST' AND r.run_id IN (SELECT run_id FROM made)`;
  await db.$executeRaw`SELECT recount_controls(laboratory_id) FROM run WHERE id = ${runId}::uuid`;
  await db.$executeRaw`DROP TABLE made`;
}
