-- No statement needs them since entries are read by time: (actor_id, at, id) and (laboratory_id, at, id) serve the same ones.
-- Each entry was written to both. A partitioned index cannot be dropped concurrently; it takes as long as removing its files.
DROP INDEX audit_event_actor_id_id_idx;
DROP INDEX audit_event_laboratory_id_id_idx;
