-- Explanations of new interpretations: their text, and apart from it the figures, 8 bytes each. docs/packed-results.md, version 2.
-- Values of version 1 stay as they are.
ALTER TABLE interpretation ADD COLUMN explanation_text text, ADD COLUMN explanation_figures float8[];

-- Puts the figures back where the text has U+0001, which JSON never contains. Null: what results is not JSON that PostgreSQL
-- can store, so a value that was altered is a difference rather than an error of each statement that reads it.
CREATE FUNCTION with_figures(template text, figures float8[]) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE STRICT
    SET search_path TO 'pg_catalog', 'pg_temp'
    -- All digits of a figure, so that it is the same number.
    SET extra_float_digits TO 1
    AS $$
BEGIN
  RETURN (SELECT string_agg(concat(part.body, part.figure), '' ORDER BY part.place)
    FROM unnest(string_to_array(template, E'\x01'), figures) WITH ORDINALITY AS part(body, figure, place))::jsonb;
-- `IS JSON` needs PostgreSQL 16, and accepts \u0000 and numbers that `jsonb` refuses.
EXCEPTION WHEN data_exception OR statement_too_complex THEN RETURN NULL;
END $$;

-- The results of an interpretation in any stored form, one for each well.
CREATE OR REPLACE FUNCTION results_of(of_interpretation uuid) RETURNS TABLE (well_id uuid, explanation jsonb)
    LANGUAGE sql STABLE
    AS $$
  SELECT one.key::uuid, coalesce(one.value->'explanation', apart.whole->one.key)
  FROM interpretation i
    -- OFFSET: put together once, and not where only the wells are asked for.
    CROSS JOIN LATERAL (SELECT with_figures(i.explanation_text, i.explanation_figures) AS whole OFFSET 0) AS apart
    CROSS JOIN LATERAL jsonb_each(i.results->'wells') AS one
  WHERE i.id = $1
  UNION ALL
  SELECT coalesce(w.well_id, w.former_well_id), x.explanation
  FROM interpreted_well w LEFT JOIN explanations_of($1) x ON x.result_id = w.id
  WHERE w.interpretation_id = $1
$$;
