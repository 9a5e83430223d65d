import { copied, rows, type Tampering } from './tampering.ts';

/** An entry with arbitrary content, through the function that writes entries. */
const entry = (action: string, run: string, details = '{}') =>
  `SELECT audit_append(:lab, json_build_array(json_build_object('action', '${action}', 'entity', 'run',
    'entityId', :${run}, 'actorName', 'Nobody', 'details', '${details}'::json)))`;

const signed = (run: string, decision: 'APPROVED' | 'REJECTED') => [
  `INSERT INTO run_decision (id, run_id, laboratory_id, decision, by_id, by_name)
   VALUES (:lab, :${run}, :lab, '${decision === 'APPROVED' ? 'approve' : 'reject'}', :lab, 'Nobody')`,
  `INSERT INTO signature SELECT :lab, :${run}, :lab, 'Lab', :lab, 'Nobody', 'Physician', '${decision}',
     'approved', date_trunc('second', now()), NULL, '1', repeat('a', 64), e.number, e.hash, repeat('a', 16), 'x'
   FROM audit_event e WHERE e.laboratory_id = :lab ORDER BY e.number DESC LIMIT 1`,
  `UPDATE run SET status = '${decision}', decided_by_id = :lab, decided_at = date_trunc('second', now()) WHERE id = :${run}`,
];

/** Attempts by the product's own role; the owner of the database could do all of them. */
export const OF_ROLE: Tampering[] = rows(
  [
    ['triggers switched off', `ALTER TABLE run DISABLE TRIGGER ALL`],
    ['a trigger dropped', `DROP TRIGGER "audit_event_append_only" ON "audit_event"`],
    ['triggers left out', `SET LOCAL session_replication_role = replica`],
    ['the trail emptied', `TRUNCATE audit_event`],
    ['a table dropped', `DROP TABLE run CASCADE`],
    ['a table added', `CREATE TABLE own ()`],
    ['a column added', `ALTER TABLE run ADD COLUMN own int`],
    [
      'the function that writes entries replaced',
      `CREATE OR REPLACE FUNCTION audit_append(UUID, JSON) RETURNS void LANGUAGE sql AS ''`,
    ],
    [
      'the function that refuses changes replaced',
      `CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN END$$`,
    ],
    ['its search path changed', `ALTER FUNCTION audit_append(UUID, JSON) SET search_path = pg_temp`],
    ['its owner changed', `ALTER FUNCTION audit_append(UUID, JSON) OWNER TO CURRENT_USER`],
    ['a rule put on the trail', `CREATE RULE own AS ON INSERT TO audit_event DO INSTEAD NOTHING`],
    ['a head put in', `INSERT INTO audit_head (chain, number, hash) VALUES (:run, 9, repeat('a', 64))`],
    ['a migration forgotten', `DELETE FROM "_prisma_migrations"`],
    ['another role made', `CREATE ROLE own SUPERUSER`],
    ['another role taken', `SET LOCAL ROLE pg_write_all_data`],
    [
      'rights given',
      [`GRANT ALL ON audit_event TO CURRENT_USER`, `UPDATE audit_event SET actor_name = 'Nobody'`],
    ],
    ['a program run', `COPY (SELECT 1) TO PROGRAM 'cat'`],
    ['a file of the server written', `COPY (SELECT 1) TO '/tmp/own'`],
    ['a file of the server read', `SELECT pg_read_file('/etc/passwd')`],
    ['numbers of runs forgotten', `DELETE FROM run_counter`],
    ['a person deleted', `DELETE FROM app_user`],
    ['the installation deleted', `DELETE FROM installation`],
    ['a kit taken off the plate', `DELETE FROM run_kit WHERE run_id = :run`],
    [
      'an approval without an entry that records it',
      [entry('run.seen', 'waiting'), ...signed('waiting', 'APPROVED')],
    ],
    [
      'an approval with the entry of a rejection',
      [entry('run.reject', 'waiting'), ...signed('waiting', 'APPROVED')],
    ],
    [
      'an approval with the entry of another run',
      [entry('run.approve', 'imported'), ...signed('waiting', 'APPROVED')],
    ],
    ['an approval signed by nobody', [entry('run.approve', 'waiting'), ...signed('waiting', 'APPROVED')]],
    ['a rejection made up', [entry('run.reject', 'waiting'), ...signed('waiting', 'REJECTED')]],
    ['an entry of an approval', entry('run.approve', 'waiting', '{"record":"x"}')],
    ['an entry of a run that never was', entry('run.import', 'lab')],
    ['an entry that is not written as entries are', entry('run.seen', 'run', '{ "b":1, "a":2}')],
    ['a run put in as approved', copied('run', 'id = :run', `'id', gen_random_uuid(), 'business_id', 9998`)],
  ],
  { isOfRole: true },
);
