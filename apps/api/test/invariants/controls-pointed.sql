-- What pages of controls read is what the readings, their runs and wells say.
SELECT 'control reading ' || reading_id || ' is shown as something else' AS what FROM (
  (TABLE control_reading_point EXCEPT TABLE control_point)
  UNION ALL (TABLE control_point EXCEPT TABLE control_reading_point)
) differing
