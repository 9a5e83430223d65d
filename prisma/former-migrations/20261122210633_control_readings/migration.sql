-- CreateTable
CREATE TABLE "control_series" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "laboratory_id" UUID NOT NULL,
    "kit_id" UUID NOT NULL,
    "reaction_buffer_id" UUID NOT NULL,
    "analyser_id" UUID NOT NULL,
    "channel" "channel_name" NOT NULL,
    "sample_type" "sample_type" NOT NULL,
    "expected" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "control_series_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "control_reading" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "laboratory_id" UUID NOT NULL,
    "series_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "well_id" UUID NOT NULL,
    "kit_version_id" UUID NOT NULL,
    "lot_id" UUID NOT NULL,
    "read_at" TIMESTAMPTZ(6) NOT NULL,
    "call" TEXT,
    "left_out_by_id" UUID,
    "left_out_by_name" TEXT,
    "left_out_at" TIMESTAMPTZ(6),
    "left_out_reason" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "control_reading_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "control_peak" (
    "reading_id" UUID NOT NULL,
    "phase" "phase_type" NOT NULL,
    "place" INTEGER NOT NULL,
    "zone" CHAR(1),
    "tm" DOUBLE PRECISION NOT NULL,
    "tm_error" DOUBLE PRECISION,
    "height" DOUBLE PRECISION NOT NULL,
    "quality" DOUBLE PRECISION NOT NULL,
    "counted" BOOLEAN NOT NULL,

    CONSTRAINT "control_peak_pkey" PRIMARY KEY ("reading_id","phase","place")
);

-- CreateTable
CREATE TABLE "control_note" (
    "id" UUID NOT NULL,
    "reading_id" UUID NOT NULL,
    "laboratory_id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "author_name" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "control_note_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "control_reference" (
    "laboratory_id" UUID NOT NULL,
    "kit_id" UUID NOT NULL,
    "reaction_buffer_id" UUID NOT NULL,
    "lot_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "by_id" UUID NOT NULL,
    "by_name" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "control_reference_pkey" PRIMARY KEY ("laboratory_id","kit_id","reaction_buffer_id")
);

-- CreateIndex
CREATE INDEX "control_series_kit_id_idx" ON "control_series"("kit_id");

-- CreateIndex
CREATE INDEX "control_series_reaction_buffer_id_idx" ON "control_series"("reaction_buffer_id");

-- CreateIndex
CREATE INDEX "control_series_analyser_id_idx" ON "control_series"("analyser_id");

-- CreateIndex
CREATE UNIQUE INDEX "control_series_laboratory_id_kit_id_reaction_buffer_id_chan_key" ON "control_series"("laboratory_id", "kit_id", "reaction_buffer_id", "channel", "analyser_id", "sample_type", "expected");

-- CreateIndex
CREATE UNIQUE INDEX "control_reading_well_id_key" ON "control_reading"("well_id");

-- CreateIndex
CREATE INDEX "control_reading_series_id_read_at_idx" ON "control_reading"("series_id", "read_at");

-- CreateIndex
CREATE INDEX "control_reading_laboratory_id_read_at_idx" ON "control_reading"("laboratory_id", "read_at");

-- CreateIndex
CREATE INDEX "control_reading_run_id_idx" ON "control_reading"("run_id");

-- CreateIndex
CREATE INDEX "control_reading_kit_version_id_idx" ON "control_reading"("kit_version_id");

-- CreateIndex
CREATE INDEX "control_reading_lot_id_idx" ON "control_reading"("lot_id");

-- CreateIndex
CREATE INDEX "control_note_reading_id_created_at_idx" ON "control_note"("reading_id", "created_at");

-- CreateIndex
CREATE INDEX "control_reference_kit_id_idx" ON "control_reference"("kit_id");

-- CreateIndex
CREATE INDEX "control_reference_reaction_buffer_id_idx" ON "control_reference"("reaction_buffer_id");

-- CreateIndex
CREATE INDEX "control_reference_lot_id_idx" ON "control_reference"("lot_id");

-- AddForeignKey
ALTER TABLE "control_series" ADD CONSTRAINT "control_series_laboratory_id_fkey" FOREIGN KEY ("laboratory_id") REFERENCES "laboratory"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "control_series" ADD CONSTRAINT "control_series_kit_id_fkey" FOREIGN KEY ("kit_id") REFERENCES "kit"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "control_series" ADD CONSTRAINT "control_series_reaction_buffer_id_fkey" FOREIGN KEY ("reaction_buffer_id") REFERENCES "reaction_buffer"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "control_series" ADD CONSTRAINT "control_series_analyser_id_fkey" FOREIGN KEY ("analyser_id") REFERENCES "analyser"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "control_reading" ADD CONSTRAINT "control_reading_series_id_fkey" FOREIGN KEY ("series_id") REFERENCES "control_series"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "control_reading" ADD CONSTRAINT "control_reading_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "control_reading" ADD CONSTRAINT "control_reading_well_id_fkey" FOREIGN KEY ("well_id") REFERENCES "well"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "control_reading" ADD CONSTRAINT "control_reading_kit_version_id_fkey" FOREIGN KEY ("kit_version_id") REFERENCES "kit_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "control_reading" ADD CONSTRAINT "control_reading_lot_id_fkey" FOREIGN KEY ("lot_id") REFERENCES "lot"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "control_peak" ADD CONSTRAINT "control_peak_reading_id_fkey" FOREIGN KEY ("reading_id") REFERENCES "control_reading"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "control_note" ADD CONSTRAINT "control_note_reading_id_fkey" FOREIGN KEY ("reading_id") REFERENCES "control_reading"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "control_reference" ADD CONSTRAINT "control_reference_laboratory_id_fkey" FOREIGN KEY ("laboratory_id") REFERENCES "laboratory"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "control_reference" ADD CONSTRAINT "control_reference_kit_id_fkey" FOREIGN KEY ("kit_id") REFERENCES "kit"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "control_reference" ADD CONSTRAINT "control_reference_reaction_buffer_id_fkey" FOREIGN KEY ("reaction_buffer_id") REFERENCES "reaction_buffer"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "control_reference" ADD CONSTRAINT "control_reference_lot_id_fkey" FOREIGN KEY ("lot_id") REFERENCES "lot"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Keeps how the controls of an interpreted run were read, from what its interpretation explains. A run that is
-- interpreted anew has its readings written over; notes and what was left out stay with the well.
CREATE FUNCTION record_controls(recorded UUID) RETURNS void LANGUAGE plpgsql AS $$
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
  FROM control_reading r JOIN interpreted_well i ON i.well_id = r.well_id
    CROSS JOIN LATERAL jsonb_array_elements(i.explanation->'phases') AS phase(told)
    CROSS JOIN LATERAL jsonb_array_elements(phase.told->'peaks') WITH ORDINALITY AS peak(told, place)
  WHERE r.run_id = recorded;
END
$$;

-- The interpreted controls of a run: what is read of each, and which series it belongs to.
CREATE VIEW control_well AS
SELECT w.id AS well_id, w.run_id, w.laboratory_id, v.kit_id, w.reaction_buffer_id, run.analyser_id, a.channel,
  w.sample_type, coalesce(d.diagnostic_name::text, '') AS expected, w.kit_version_id, w.lot_id, run.run_date AS read_at,
  w.result AS call
FROM interpreted_well i
  JOIN well w ON w.id = i.well_id
  JOIN run ON run.id = w.run_id
  JOIN channel_analysis a ON a.id = w.analysis_id
  JOIN kit_version v ON v.id = w.kit_version_id
  LEFT JOIN diagnostic_color d ON d.id = w.expected_diagnostic_id
WHERE w.sample_type IN ('NEGATIVE_TEST', 'POSITIVE_TEST', 'STANDARD') AND w.reaction_buffer_id IS NOT NULL
  AND w.lot_id IS NOT NULL;

-- The runs that were interpreted before.
SELECT record_controls(run_id) FROM interpretation;
