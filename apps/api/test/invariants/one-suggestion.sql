-- Each interpreted well has exactly one suggested diagnostic, apart from overrides.
SELECT 'interpreted well ' || w.id AS what FROM interpreted_well w
  LEFT JOIN interpreted_well_diagnostic d ON d.interpreted_well_id = w.id AND d.state = 'INITIAL'
  GROUP BY w.id HAVING count(d.id) <> 1
