-- The explanations of a new interpretation are one value, which PostgreSQL compresses; those of earlier ones stay in their rows.
ALTER TABLE interpretation ADD COLUMN explanations jsonb;
ALTER TABLE interpreted_well ALTER COLUMN explanation DROP NOT NULL;

-- Of each result of an interpretation, in either form. Reads the value once, however many results there are.
CREATE FUNCTION explanations_of(interpretation_id uuid) RETURNS TABLE (result_id uuid, explanation jsonb)
    LANGUAGE sql STABLE
    AS $$
  SELECT w.id, w.explanation FROM interpreted_well w
  WHERE w.interpretation_id = $1 AND w.explanation IS NOT NULL
  UNION ALL
  SELECT one.key::uuid, one.value FROM interpretation i CROSS JOIN LATERAL jsonb_each(i.explanations) AS one
  WHERE i.id = $1
$$;

CREATE OR REPLACE FUNCTION record_controls(recorded uuid) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
  -- In one order, so that runs that are recorded at the same time wait for one another and not in a circle.
  INSERT INTO control_series (laboratory_id, kit_id, reaction_buffer_id, analyser_id, channel, sample_type, expected)
  SELECT DISTINCT laboratory_id, kit_id, reaction_buffer_id, analyser_id, channel, sample_type, expected
  FROM control_well WHERE run_id = recorded
  ORDER BY laboratory_id, kit_id, reaction_buffer_id, analyser_id, channel, sample_type, expected
  ON CONFLICT DO NOTHING;

  INSERT INTO control_reading (laboratory_id, series_id, run_id, well_id, kit_version_id, lot_id, read_at, call)
  SELECT w.laboratory_id, s.id, w.run_id, w.well_id, w.kit_version_id, w.lot_id, w.read_at, w.call
  FROM control_well w JOIN control_series s
    USING (laboratory_id, kit_id, reaction_buffer_id, analyser_id, channel, sample_type, expected)
  WHERE w.run_id = recorded
  ON CONFLICT (well_id) DO UPDATE SET series_id = excluded.series_id, kit_version_id = excluded.kit_version_id,
    lot_id = excluded.lot_id, read_at = excluded.read_at, call = excluded.call;

  DELETE FROM control_peak p USING control_reading r WHERE p.reading_id = r.id AND r.run_id = recorded;
  INSERT INTO control_peak (reading_id, phase, place, zone, tm, tm_error, height, quality, counted)
  SELECT r.id, (phase.told->>'type')::phase_type, peak.place, peak.told->>'zone', (peak.told->>'tm')::float8,
    (peak.told->>'tmError')::float8, (peak.told->>'height')::float8, (peak.told->>'quality')::float8,
    (peak.told->>'accepted')::boolean
  FROM interpretation i CROSS JOIN LATERAL explanations_of(i.id) AS x
    JOIN interpreted_well w ON w.id = x.result_id
    JOIN control_reading r ON r.well_id = w.well_id AND r.run_id = recorded
    CROSS JOIN LATERAL jsonb_array_elements(x.explanation->'phases') AS phase(told)
    CROSS JOIN LATERAL jsonb_array_elements(phase.told->'peaks') WITH ORDINALITY AS peak(told, place)
  WHERE i.run_id = recorded;
END
$$;
