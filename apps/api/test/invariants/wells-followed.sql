-- Names and references of a run are those of its packed wells, and no channel has wells in two forms.
SELECT 'name on run ' || run_id AS what FROM (
  (SELECT s.* FROM run r CROSS JOIN LATERAL samples_of(r.id) s EXCEPT TABLE run_sample)
  UNION ALL (TABLE run_sample EXCEPT SELECT s.* FROM run r CROSS JOIN LATERAL samples_of(r.id) s)
) differing
UNION ALL
SELECT 'reference of run ' || run_id FROM (
  (SELECT u.* FROM run r CROSS JOIN LATERAL well_uses_of(r.id) u
    EXCEPT SELECT run_id, laboratory_id, kit_version_id, lot_id, reaction_buffer_id, expected_diagnostic_id FROM run_well_use)
  UNION ALL (SELECT run_id, laboratory_id, kit_version_id, lot_id, reaction_buffer_id, expected_diagnostic_id FROM run_well_use
    EXCEPT SELECT u.* FROM run r CROSS JOIN LATERAL well_uses_of(r.id) u)
) differing
UNION ALL
SELECT 'two forms: channel ' || a.id FROM channel_analysis a
  WHERE a.wells IS NOT NULL AND EXISTS (SELECT FROM earlier_well w WHERE w.analysis_id = a.id)
UNION ALL
SELECT 'comment of no well: ' || c.id FROM comment c
  WHERE c.well_id IS NOT NULL AND (SELECT true FROM well w WHERE w.run_id = c.run_id AND w.id = c.well_id) IS NULL
