-- Replaced by `audit_refuse_run`.
DROP FUNCTION audit_refuse(uuid, json);
