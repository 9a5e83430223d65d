-- A database with rows is filled in batches: see `upgrade/gradual.ts`.
SELECT fill_laboratory_ids('run_kit', 0, 4294967294);
SELECT fill_laboratory_ids('run_used_pair', 0, 4294967294);
SELECT fill_laboratory_ids('run_kit_lot', 0, 4294967294);
SELECT fill_laboratory_ids('record_check', 0, 4294967294);
SELECT fill_laboratory_ids('interpretation_claim', 0, 4294967294);
SELECT fill_laboratory_ids('time_stamp', 0, 4294967294);
SELECT fill_laboratory_ids('delivery_log', 0, 4294967294);
SELECT fill_laboratory_ids('control_peak', 0, 4294967294);
