-- Failed controls and results changed by hand are answered well by well: what was answered to all of them at once was
-- answered to each. A reason against what stands in the way is kept apart from one that was merely asked for.
CREATE FUNCTION pg_temp.answered("kind" text, "check" jsonb) RETURNS SETOF text LANGUAGE sql AS $$
  SELECT "kind" || ':' || ("well" ->> 'wellId')
    FROM jsonb_array_elements("check" -> 'doubts' -> "kind") AS "well"
    WHERE "kind" IN ('failedControls', 'changedByHand')
  UNION ALL
  SELECT "kind" WHERE "kind" NOT IN ('failedControls', 'changedByHand')
$$;

CREATE FUNCTION pg_temp.reasons("check" jsonb, "is_against" boolean) RETURNS jsonb LANGUAGE sql AS $$
  SELECT coalesce(jsonb_object_agg("of"."key", "given"."value"), '{}')
    FROM jsonb_each("check" #> '{signed,answers,reasons}') AS "given"
    CROSS JOIN pg_temp.answered("given"."key", "check") AS "of"("key")
    WHERE ("check" -> 'demands' ->> "given"."key" = 'block') = "is_against"
$$;

UPDATE "run_decision" SET "check" = jsonb_set("check", '{signed,answers}', jsonb_build_object(
  'confirmed', (
    SELECT coalesce(jsonb_agg("of"."key"), '[]')
      FROM jsonb_array_elements_text("check" #> '{signed,answers,confirmed}') AS "kind"
      CROSS JOIN pg_temp.answered("kind", "check") AS "of"("key")
  ),
  'reasons', pg_temp.reasons("check", false),
  'overruled', pg_temp.reasons("check", true)
))
WHERE jsonb_typeof("check" -> 'signed') = 'object';

DROP FUNCTION pg_temp.reasons(jsonb, boolean);
DROP FUNCTION pg_temp.answered(text, jsonb);
