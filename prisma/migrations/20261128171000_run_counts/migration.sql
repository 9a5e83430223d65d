-- Which lots and kit versions a run has, and how many runs there are: what lists and pages count.
-- `fillIn` counts the runs of laboratories whose `runs_counted_at` is null.

ALTER TABLE "laboratory" ADD COLUMN "runs_counted_at" TIMESTAMPTZ(6);
ALTER TABLE "laboratory" ALTER COLUMN "runs_counted_at" SET DEFAULT CURRENT_TIMESTAMP;

CREATE TABLE "run_use" (
    "run_id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "laboratory_id" UUID NOT NULL,
    "business_id" INTEGER NOT NULL,
    "run_date" TIMESTAMPTZ(6) NOT NULL,
    "analyser_id" UUID NOT NULL,
    "is_live" BOOLEAN NOT NULL,
    "is_interpreted" BOOLEAN NOT NULL,
    "is_trial" BOOLEAN NOT NULL,
    "reaction_buffer_ids" UUID[] NOT NULL,

    CONSTRAINT "run_use_pkey" PRIMARY KEY ("run_id","subject_id")
);
CREATE INDEX "run_use_subject_id_run_date_idx" ON "run_use"("subject_id", "run_date");
-- With what the lots that were used last are found by.
CREATE INDEX "run_use_laboratory_id_business_id_idx" ON "run_use"("laboratory_id", "business_id") INCLUDE ("subject_id", "run_date");
-- The runs of a kit version in the order of their page, newest first.
CREATE INDEX "run_use_laboratory_id_subject_id_is_live_run_date_business__idx" ON "run_use"("laboratory_id", "subject_id", "is_live", "run_date", "business_id");

CREATE TABLE "run_count" (
    "id" BIGSERIAL NOT NULL,
    "laboratory_id" UUID NOT NULL,
    "subject_id" UUID,
    "status" "run_status",
    "archived" BOOLEAN,
    "runs" INTEGER NOT NULL,
    "trial_runs" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "run_count_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "run_count_subject_id_laboratory_id_idx" ON "run_count"("subject_id", "laboratory_id");
CREATE INDEX "run_count_laboratory_id_subject_id_idx" ON "run_count"("laboratory_id", "subject_id");

-- A lot on a kit of the run or in one of its wells, or a kit version that wells are set to, with their buffers: once a run.
-- The columns of run_use, in its order.
CREATE VIEW run_subject AS
  SELECT r.id AS run_id, u.subject_id, r.laboratory_id, r.business_id, r.run_date, r.analyser_id,
    r.archived_at IS NULL AS is_live, r.interpreted_at IS NOT NULL AS is_interpreted,
    coalesce(u.subject_id = ANY (r.trial_lot_ids), false) AS is_trial, u.reaction_buffer_ids
  FROM run r CROSS JOIN LATERAL (
    SELECT kl.lot_id AS subject_id, '{}'::uuid[] AS reaction_buffer_ids
      FROM run_kit k JOIN run_kit_lot kl ON kl.run_kit_id = k.id WHERE k.run_id = r.id
    UNION SELECT w.lot_id, '{}' FROM well w WHERE w.run_id = r.id AND w.lot_id IS NOT NULL
    UNION SELECT p.kit_version_id, array_agg(p.reaction_buffer_id ORDER BY p.reaction_buffer_id)
      FROM run_used_pair p WHERE p.run_id = r.id GROUP BY p.kit_version_id
  ) u;

-- Makes the uses of runs those that they have, and counts what changed. A change of a count is added as a row: nobody waits
-- for a row that another transaction has written. Each statement compares the uses with what the same snapshot has of runs,
-- so that it changes nothing that another transaction changes meanwhile. Returns how many uses it has taken away and added.
CREATE FUNCTION note_run_uses(of_runs uuid[]) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE
  former run_use[];
  added_uses INTEGER;
BEGIN
  WITH gone AS (
    DELETE FROM run_use o WHERE o.run_id = ANY (of_runs) AND NOT EXISTS (
      SELECT FROM run_subject s WHERE s.run_id = o.run_id AND s.subject_id = o.subject_id AND ROW(s.*) = ROW(o.*))
    RETURNING o.*
  )
  SELECT array_agg(ROW(gone.*)::run_use) INTO former FROM gone;

  WITH added AS (
    INSERT INTO run_use SELECT s.* FROM run_subject s WHERE s.run_id = ANY (of_runs) AND NOT EXISTS (
      SELECT FROM run_use o WHERE o.run_id = s.run_id AND o.subject_id = s.subject_id)
    ON CONFLICT DO NOTHING
    RETURNING laboratory_id, subject_id, is_trial
  ), counted AS (
    INSERT INTO run_count (laboratory_id, subject_id, runs, trial_runs)
    SELECT laboratory_id, subject_id, sum(n), sum(n * is_trial::int) FROM (
      SELECT laboratory_id, subject_id, is_trial, 1 AS n FROM added
      UNION ALL SELECT laboratory_id, subject_id, is_trial, -1 FROM unnest(former)
    ) both_sides
    GROUP BY laboratory_id, subject_id HAVING sum(n) <> 0 OR sum(n * is_trial::int) <> 0
  )
  SELECT count(*) INTO added_uses FROM added;
  RETURN added_uses + coalesce(cardinality(former), 0);
END $$;

CREATE FUNCTION count_run_uses() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  PERFORM note_run_uses(ARRAY[coalesce(NEW.id, OLD.id)]);
  RETURN NULL;
END $$;

CREATE FUNCTION count_run_status() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.laboratory_id = OLD.laboratory_id AND NEW.status = OLD.status AND (NEW.archived_at IS NULL) = (OLD.archived_at IS NULL) THEN
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO run_count (laboratory_id, status, archived, runs)
    VALUES (OLD.laboratory_id, OLD.status, OLD.archived_at IS NOT NULL, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO run_count (laboratory_id, status, archived, runs)
    VALUES (NEW.laboratory_id, NEW.status, NEW.archived_at IS NOT NULL, 1);
  END IF;
  RETURN NULL;
END $$;

-- Corrects what triggers did not see. Rows and counts are committed together, so what is read in one statement differs
-- by what is wrong, whoever writes meanwhile.
CREATE FUNCTION recount_runs(of_laboratory uuid) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE
  corrected INTEGER;
  written INTEGER;
BEGIN
  corrected := note_run_uses(ARRAY(
    SELECT id FROM run WHERE laboratory_id = of_laboratory
    UNION SELECT run_id FROM run_use WHERE laboratory_id = of_laboratory));

  INSERT INTO run_count (laboratory_id, subject_id, status, archived, runs, trial_runs)
  SELECT of_laboratory, subject_id, status, archived, sum(runs), sum(trial_runs) FROM (
    SELECT NULL::uuid AS subject_id, status, archived_at IS NOT NULL AS archived, 1 AS runs, 0 AS trial_runs
      FROM run WHERE laboratory_id = of_laboratory
    UNION ALL SELECT subject_id, NULL, NULL, 1, is_trial::int FROM run_use WHERE laboratory_id = of_laboratory
    UNION ALL SELECT subject_id, status, archived, -runs, -trial_runs FROM run_count WHERE laboratory_id = of_laboratory
  ) both_sides
  GROUP BY subject_id, status, archived HAVING sum(runs) <> 0 OR sum(trial_runs) <> 0;
  GET DIAGNOSTICS written = ROW_COUNT;

  UPDATE laboratory SET runs_counted_at = clock_timestamp() WHERE id = of_laboratory;
  RETURN corrected + written;
END $$;

-- One row of each count in place of many: a reader sees the rows before or the row after.
CREATE FUNCTION fold_run_counts() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7240117);
  WITH many AS (
    SELECT unnest(array_agg(id)) AS id FROM run_count
    GROUP BY laboratory_id, subject_id, status, archived HAVING count(*) > 1 OR sum(runs) = 0
  ), gone AS (
    DELETE FROM run_count c USING many WHERE c.id = many.id RETURNING c.*
  )
  INSERT INTO run_count (laboratory_id, subject_id, status, archived, runs, trial_runs)
  SELECT laboratory_id, subject_id, status, archived, sum(runs), sum(trial_runs) FROM gone
  GROUP BY laboratory_id, subject_id, status, archived HAVING sum(runs) <> 0 OR sum(trial_runs) <> 0;
END $$;

REVOKE ALL ON FUNCTION note_run_uses(uuid[]), recount_runs(uuid), fold_run_counts() FROM PUBLIC;

CREATE TRIGGER run_status_counted AFTER INSERT OR DELETE OR UPDATE OF laboratory_id, status, archived_at ON run
  FOR EACH ROW EXECUTE FUNCTION count_run_status();
-- At the end: its kits and wells are written after it. Every change of them writes the revision of the run.
CREATE CONSTRAINT TRIGGER run_use_noted AFTER INSERT OR DELETE ON run
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_run_uses();
CREATE CONSTRAINT TRIGGER run_use_changed
  AFTER UPDATE OF laboratory_id, business_id, run_date, analyser_id, interpreted_at, trial_lot_ids, archived_at, revision ON run
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((new.status = old.status AND new.status IN ('RUN_TO_INTERPRET', 'WAIT_FOR_APPROVAL') AND new.revision <> old.revision)
    OR (new.laboratory_id, new.business_id, new.run_date, new.analyser_id, new.trial_lot_ids, new.archived_at IS NULL, new.interpreted_at IS NULL)
      <> (old.laboratory_id, old.business_id, old.run_date, old.analyser_id, old.trial_lot_ids, old.archived_at IS NULL, old.interpreted_at IS NULL))
  EXECUTE FUNCTION count_run_uses();
