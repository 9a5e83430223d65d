-- Each result has exactly one suggested diagnostic, apart from overrides.
SELECT 'result of well ' || r.well_id AS what FROM interpretation i CROSS JOIN LATERAL results_of(i.id) r
  LEFT JOIN LATERAL diagnostics_of(i.id) d ON d.well_id = r.well_id AND d.state = 'INITIAL'
  GROUP BY i.id, r.well_id HAVING count(d.id) <> 1
