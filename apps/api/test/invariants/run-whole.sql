-- A run has its files, its curves, and a well for each curve.
SELECT 'no file: run ' || id AS what FROM run r WHERE NOT EXISTS (SELECT FROM run_file f WHERE f.run_id = r.id)
UNION ALL
SELECT 'no curves: run ' || id FROM run r WHERE NOT EXISTS (SELECT FROM run_curves c WHERE c.run_id = r.id)
UNION ALL
SELECT 'no well for a curve: run ' || c.run_id FROM run_curves c CROSS JOIN unnest(c.positions) AS p (position)
  WHERE NOT EXISTS (
    SELECT FROM channel_analysis a JOIN well w ON w.analysis_id = a.id
    WHERE a.run_id = c.run_id AND a.channel = c.channel AND w.position = p.position)
UNION ALL
SELECT 'without a run: well ' || w.id FROM well w LEFT JOIN run r ON r.id = w.run_id WHERE r.id IS NULL
