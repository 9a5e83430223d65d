ALTER TABLE "run_kit" ADD CONSTRAINT "run_kit_has_laboratory" CHECK ("laboratory_id" IS NOT NULL) NOT VALID;
ALTER TABLE "run_used_pair" ADD CONSTRAINT "run_used_pair_has_laboratory" CHECK ("laboratory_id" IS NOT NULL) NOT VALID;
ALTER TABLE "run_kit_lot" ADD CONSTRAINT "run_kit_lot_has_laboratory" CHECK ("laboratory_id" IS NOT NULL) NOT VALID;
ALTER TABLE "record_check" ADD CONSTRAINT "record_check_has_laboratory" CHECK ("laboratory_id" IS NOT NULL) NOT VALID;
ALTER TABLE "interpretation_claim" ADD CONSTRAINT "interpretation_claim_has_laboratory" CHECK ("laboratory_id" IS NOT NULL) NOT VALID;
ALTER TABLE "time_stamp" ADD CONSTRAINT "time_stamp_has_laboratory" CHECK ("laboratory_id" IS NOT NULL) NOT VALID;
ALTER TABLE "delivery_log" ADD CONSTRAINT "delivery_log_has_laboratory" CHECK ("laboratory_id" IS NOT NULL) NOT VALID;
ALTER TABLE "control_peak" ADD CONSTRAINT "control_peak_has_laboratory" CHECK ("laboratory_id" IS NOT NULL) NOT VALID;
