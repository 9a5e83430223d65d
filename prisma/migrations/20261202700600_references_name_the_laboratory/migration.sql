-- One statement at a time in a database with rows: see `upgrade/gradual.ts`.
ALTER TABLE "blob" ADD CONSTRAINT "blob_run_id_fkey_new" FOREIGN KEY ("laboratory_id", "run_id") REFERENCES "run"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "channel_analysis" ADD CONSTRAINT "channel_analysis_run_id_fkey_new" FOREIGN KEY ("laboratory_id", "run_id") REFERENCES "run"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "comment" ADD CONSTRAINT "comment_run_id_fkey_new" FOREIGN KEY ("laboratory_id", "run_id") REFERENCES "run"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "control_reading" ADD CONSTRAINT "control_reading_run_id_fkey_new" FOREIGN KEY ("laboratory_id", "run_id") REFERENCES "run"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "control_reading" ADD CONSTRAINT "control_reading_series_id_fkey_new" FOREIGN KEY ("laboratory_id", "series_id") REFERENCES "control_series"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "control_note" ADD CONSTRAINT "control_note_reading_id_fkey_new" FOREIGN KEY ("laboratory_id", "reading_id") REFERENCES "control_reading"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "control_peak" ADD CONSTRAINT "control_peak_reading_id_fkey_new" FOREIGN KEY ("laboratory_id", "reading_id") REFERENCES "control_reading"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "control_point" ADD CONSTRAINT "control_point_reading_id_fkey_new" FOREIGN KEY ("laboratory_id", "reading_id") REFERENCES "control_reading"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "decision_record" ADD CONSTRAINT "decision_record_decision_id_fkey_new" FOREIGN KEY ("laboratory_id", "decision_id") REFERENCES "run_decision"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "signature" ADD CONSTRAINT "signature_decision_id_fkey_new" FOREIGN KEY ("laboratory_id", "decision_id") REFERENCES "run_decision"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "time_stamp" ADD CONSTRAINT "time_stamp_decision_id_fkey_new" FOREIGN KEY ("laboratory_id", "decision_id") REFERENCES "run_decision"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_run_id_fkey_new" FOREIGN KEY ("laboratory_id", "run_id") REFERENCES "run"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "delivery_log" ADD CONSTRAINT "delivery_log_delivery_id_fkey_new" FOREIGN KEY ("laboratory_id", "delivery_id") REFERENCES "delivery"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "earlier_well" ADD CONSTRAINT "well_run_id_fkey_new" FOREIGN KEY ("laboratory_id", "run_id") REFERENCES "run"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "earlier_well" ADD CONSTRAINT "well_analysis_id_fkey_new" FOREIGN KEY ("laboratory_id", "analysis_id") REFERENCES "channel_analysis"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "interpretation" ADD CONSTRAINT "interpretation_run_id_fkey_new" FOREIGN KEY ("laboratory_id", "run_id") REFERENCES "run"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "interpretation" ADD CONSTRAINT "interpretation_former_run_id_fkey_new" FOREIGN KEY ("laboratory_id", "former_run_id") REFERENCES "run"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "interpretation_chart" ADD CONSTRAINT "interpretation_chart_interpretation_id_fkey_new" FOREIGN KEY ("laboratory_id", "interpretation_id") REFERENCES "interpretation"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "interpretation_claim" ADD CONSTRAINT "interpretation_claim_run_id_fkey_new" FOREIGN KEY ("laboratory_id", "run_id") REFERENCES "run"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "interpreted_slopes" ADD CONSTRAINT "interpreted_slopes_interpretation_id_fkey_new" FOREIGN KEY ("laboratory_id", "interpretation_id") REFERENCES "interpretation"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "interpreted_well" ADD CONSTRAINT "interpreted_well_interpretation_id_fkey_new" FOREIGN KEY ("laboratory_id", "interpretation_id") REFERENCES "interpretation"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "interpreted_well_diagnostic" ADD CONSTRAINT "interpreted_well_diagnostic_interpretation_id_fkey_new" FOREIGN KEY ("laboratory_id", "interpretation_id") REFERENCES "interpretation"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "interpreted_well_diagnostic" ADD CONSTRAINT "interpreted_well_diagnostic_interpreted_well_id_fkey_new" FOREIGN KEY ("laboratory_id", "interpreted_well_id") REFERENCES "interpreted_well"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "tm_shift" ADD CONSTRAINT "tm_shift_interpretation_id_fkey_new" FOREIGN KEY ("laboratory_id", "interpretation_id") REFERENCES "interpretation"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "record_check" ADD CONSTRAINT "record_check_run_id_fkey_new" FOREIGN KEY ("laboratory_id", "run_id") REFERENCES "run"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "repeat_entry" ADD CONSTRAINT "repeat_entry_run_id_fkey_new" FOREIGN KEY ("laboratory_id", "run_id") REFERENCES "run"("laboratory_id", "id")
  ON DELETE SET NULL ("run_id") ON UPDATE CASCADE NOT VALID;
ALTER TABLE "repeat_entry" ADD CONSTRAINT "repeat_entry_placed_run_id_fkey_new" FOREIGN KEY ("laboratory_id", "placed_run_id") REFERENCES "run"("laboratory_id", "id")
  ON DELETE SET NULL ("placed_run_id") ON UPDATE CASCADE NOT VALID;
ALTER TABLE "run_amplification" ADD CONSTRAINT "run_amplification_run_id_fkey_new" FOREIGN KEY ("laboratory_id", "run_id") REFERENCES "run"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "run_curves" ADD CONSTRAINT "run_curves_run_id_fkey_new" FOREIGN KEY ("laboratory_id", "run_id") REFERENCES "run"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "run_decision" ADD CONSTRAINT "run_decision_run_id_fkey_new" FOREIGN KEY ("laboratory_id", "run_id") REFERENCES "run"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "run_file" ADD CONSTRAINT "run_file_run_id_fkey_new" FOREIGN KEY ("laboratory_id", "run_id") REFERENCES "run"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "run_kit" ADD CONSTRAINT "run_kit_run_id_fkey_new" FOREIGN KEY ("laboratory_id", "run_id") REFERENCES "run"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "run_kit_lot" ADD CONSTRAINT "run_kit_lot_run_kit_id_fkey_new" FOREIGN KEY ("laboratory_id", "run_kit_id") REFERENCES "run_kit"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "run_sample" ADD CONSTRAINT "run_sample_run_id_fkey_new" FOREIGN KEY ("laboratory_id", "run_id") REFERENCES "run"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "run_used_pair" ADD CONSTRAINT "run_used_pair_run_id_fkey_new" FOREIGN KEY ("laboratory_id", "run_id") REFERENCES "run"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "run_well_use" ADD CONSTRAINT "run_well_use_run_id_fkey_new" FOREIGN KEY ("laboratory_id", "run_id") REFERENCES "run"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "seen_well" ADD CONSTRAINT "seen_well_run_id_fkey_new" FOREIGN KEY ("laboratory_id", "run_id") REFERENCES "run"("laboratory_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
