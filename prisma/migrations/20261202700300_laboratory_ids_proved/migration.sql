ALTER TABLE "run_kit" VALIDATE CONSTRAINT "run_kit_has_laboratory";
ALTER TABLE "run_used_pair" VALIDATE CONSTRAINT "run_used_pair_has_laboratory";
ALTER TABLE "run_kit_lot" VALIDATE CONSTRAINT "run_kit_lot_has_laboratory";
ALTER TABLE "record_check" VALIDATE CONSTRAINT "record_check_has_laboratory";
ALTER TABLE "interpretation_claim" VALIDATE CONSTRAINT "interpretation_claim_has_laboratory";
ALTER TABLE "time_stamp" VALIDATE CONSTRAINT "time_stamp_has_laboratory";
ALTER TABLE "delivery_log" VALIDATE CONSTRAINT "delivery_log_has_laboratory";
ALTER TABLE "control_peak" VALIDATE CONSTRAINT "control_peak_has_laboratory";
