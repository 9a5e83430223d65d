-- Replaced by `audit_refuse_run`. An append of the former function calls it, also after it has waited for the head of its chain.
LOCK TABLE audit_head IN EXCLUSIVE MODE;
DROP FUNCTION audit_refuse(uuid, json);
