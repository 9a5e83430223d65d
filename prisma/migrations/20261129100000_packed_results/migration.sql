-- The results of a new interpretation are one value, docs/packed-results.md. Overrides name their interpretation and their well.
ALTER TABLE interpretation ADD COLUMN results jsonb;
ALTER TABLE interpreted_well_diagnostic
  ALTER COLUMN interpreted_well_id DROP NOT NULL,
  ADD COLUMN interpretation_id uuid,
  ADD COLUMN well_id uuid;
ALTER TABLE interpreted_well_diagnostic ADD CONSTRAINT "interpreted_well_diagnostic_interpretation_id_fkey"
  FOREIGN KEY (interpretation_id) REFERENCES interpretation(id) ON UPDATE CASCADE ON DELETE CASCADE NOT VALID;
ALTER TABLE interpreted_well_diagnostic ADD CONSTRAINT "interpreted_well_diagnostic_one_form"
  CHECK (CASE WHEN interpreted_well_id IS NULL THEN num_nulls(interpretation_id, well_id) = 0 AND state = 'UPDATED'
    ELSE num_nulls(interpretation_id, well_id) = 2 END) NOT VALID;
-- A result that was seen need not be a row. The marks of a run go with its wells.
ALTER TABLE seen_well DROP CONSTRAINT seen_well_diagnostic_id_fkey;

-- The results of an interpretation in any stored form, one for each well.
CREATE FUNCTION results_of(of_interpretation uuid) RETURNS TABLE (well_id uuid, explanation jsonb)
    LANGUAGE sql STABLE
    AS $$
  SELECT one.key::uuid, one.value->'explanation'
  FROM interpretation i CROSS JOIN LATERAL jsonb_each(i.results->'wells') AS one
  WHERE i.id = $1
  UNION ALL
  SELECT coalesce(w.well_id, w.former_well_id), x.explanation
  FROM interpreted_well w LEFT JOIN explanations_of($1) x ON x.result_id = w.id
  WHERE w.interpretation_id = $1
$$;

-- The suggested diagnostics of an interpretation and its overrides, in any stored form.
CREATE FUNCTION diagnostics_of(of_interpretation uuid)
  RETURNS TABLE (id uuid, well_id uuid, laboratory_id uuid, state diagnostic_state, diagnostic_color jsonb, comment text, by_id uuid,
    by_name text, at timestamptz, is_undo boolean)
    LANGUAGE sql STABLE
    AS $$
  SELECT coalesce((one.value->>'id')::uuid, one.key::uuid), one.key::uuid, i.laboratory_id, 'INITIAL'::diagnostic_state,
    c.color, NULL::text, i.interpreted_by_id, i.interpreted_by_name, i.interpreted_at, false
  FROM interpretation i CROSS JOIN LATERAL jsonb_each(i.results->'wells') AS one
    LEFT JOIN LATERAL jsonb_array_elements(i.results->'colors') WITH ORDINALITY AS c(color, place)
      ON c.place = (one.value->>'color')::int + 1
  WHERE i.id = $1
  UNION ALL
  SELECT d.id, d.well_id, d.laboratory_id, d.state, d.diagnostic_color, d.comment, d.by_id, d.by_name, d.at, d.is_undo
  FROM interpreted_well_diagnostic d
  WHERE d.interpretation_id = $1
  UNION ALL
  SELECT d.id, coalesce(w.well_id, w.former_well_id), d.laboratory_id, d.state, d.diagnostic_color, d.comment, d.by_id, d.by_name,
    d.at, d.is_undo
  FROM interpreted_well w JOIN interpreted_well_diagnostic d ON d.interpreted_well_id = w.id
  WHERE w.interpretation_id = $1
$$;

CREATE OR REPLACE FUNCTION keep_results() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  PERFORM refuse_if_decided(ARRAY(
    SELECT DISTINCT coalesce(i.run_id, i.former_run_id)
    FROM changed c LEFT JOIN interpreted_well w ON w.id = c.interpreted_well_id
      JOIN interpretation i ON i.id = coalesce(c.interpretation_id, w.interpretation_id)));
  RETURN NULL;
END $$;

CREATE OR REPLACE VIEW control_well AS
 SELECT w.id AS well_id,
    w.run_id,
    w.laboratory_id,
    v.kit_id,
    w.reaction_buffer_id,
    run.analyser_id,
    a.channel,
    w.sample_type,
    COALESCE(d.diagnostic_name, ''::text) AS expected,
    w.kit_version_id,
    w.lot_id,
    run.run_date AS read_at,
    w.result AS call
   FROM interpretation i CROSS JOIN LATERAL results_of(i.id) AS told
     JOIN well w ON w.id = told.well_id AND w.run_id = i.run_id
     JOIN run ON run.id = w.run_id
     JOIN channel_analysis a ON a.id = w.analysis_id
     JOIN kit_version v ON v.id = w.kit_version_id
     LEFT JOIN diagnostic_color d ON d.id = w.expected_diagnostic_id
  WHERE w.sample_type IN ('NEGATIVE_TEST', 'POSITIVE_TEST', 'STANDARD') AND w.reaction_buffer_id IS NOT NULL AND w.lot_id IS NOT NULL;

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
  FROM interpretation i CROSS JOIN LATERAL results_of(i.id) AS x
    JOIN control_reading r ON r.well_id = x.well_id AND r.run_id = recorded
    CROSS JOIN LATERAL jsonb_array_elements(x.explanation->'phases') AS phase(told)
    CROSS JOIN LATERAL jsonb_array_elements(phase.told->'peaks') WITH ORDINALITY AS peak(told, place)
  WHERE i.run_id = recorded;
END
$$;
