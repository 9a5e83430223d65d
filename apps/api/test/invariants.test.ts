import { afterAll, beforeAll, expect, it } from 'vitest';

import { transaction } from '../src/database/db.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { brokenInvariants, INVARIANT_NAMES } from './invariants.ts';
import { decide, interpretedRun, submit } from './run-factory.ts';
import { wellsSet } from './change-wells.ts';

let test: TestApp;
let archived: string;
let rejected: string;
let interpreted: string;

beforeAll(async () => {
  test = await createTestApp();
  archived = (await interpretedRun(test, { seed: 1 })).id;
  await submit(test, archived);
  await decide(test, archived);
  const archive = await test.call('physician', 'POST', `/run/${archived}/archive`, { markAsToDelete: false });
  expect(archive.statusCode).toBeLessThan(300);
  await test.work();
  rejected = (await interpretedRun(test, { seed: 2 })).id;
  await submit(test, rejected);
  await decide(test, rejected, { status: 'REJECTED' });
  interpreted = (await interpretedRun(test, { seed: 3 })).id;
  await test.call('tech', 'POST', `/run/${interpreted}/comment`, { value: 'Looked at.' });
});
afterAll(() => test.close());

class Undone extends Error {}

/** Makes a change that the product cannot make, and rolls it back. @returns the broken invariants */
async function brokenBy(statement: string): Promise<readonly (string | undefined)[]> {
  let broken: readonly string[] = [];
  const work = transaction({ db: test.db }, async (tx) => {
    // Disables triggers and foreign keys, as with a damaged database.
    await tx.$executeRawUnsafe('SET LOCAL session_replication_role = replica');
    await tx.$executeRawUnsafe(statement);
    broken = await brokenInvariants(tx);
    throw new Undone();
  });
  await expect(work, statement).rejects.toThrow(Undone);
  return broken.map((line) => line.split(':')[0]);
}

/** Statements that break each invariant. An open session cannot be created and rolled back here. */
const damages = (): Readonly<Record<string, readonly string[]>> => ({
  'audit-chain': [
    `DELETE FROM audit_event WHERE entity_id = '${interpreted}' AND action = 'run.comment'`,
    `UPDATE audit_event SET previous_hash = repeat('a', 64) WHERE entity_id = '${interpreted}' AND action = 'run.interpret'`,
    `UPDATE audit_head SET hash = repeat('a', 64) WHERE chain <> '00000000-0000-0000-0000-000000000000'`,
  ],
  'audit-kept': ['ALTER TABLE audit_event DISABLE TRIGGER audit_event_append_only'],
  audited: [
    `UPDATE audit_event SET action = 'run.update' WHERE entity_id = '${interpreted}' AND action = 'run.import'`,
    `UPDATE audit_event SET action = 'run.update' WHERE entity_id = '${archived}' AND action = 'run.approve'`,
    `UPDATE audit_event SET action = 'run.update' WHERE entity_id = '${archived}' AND action = 'run.archive'`,
  ],
  'controls-pointed': [
    'DELETE FROM control_point',
    `UPDATE control_reading SET left_out_at = now() WHERE run_id = '${interpreted}'`,
    'DELETE FROM control_reading',
  ],
  'decided-by-somebody': [
    `UPDATE run SET decided_by_id = NULL WHERE id = '${rejected}'`,
    `UPDATE run SET submitted_at = NULL WHERE id = '${archived}'`,
  ],
  'decisions-in-order': [
    `INSERT INTO run_decision (id, run_id, laboratory_id, decision, by_id, by_name, at)
      SELECT gen_random_uuid(), run_id, laboratory_id, decision, by_id, by_name, at + interval '1 s' FROM run_decision
      WHERE run_id = '${archived}' AND decision = 'approve'`,
  ],
  'file-bytes': [
    `UPDATE blob SET content = set_byte(content, 100, 255 - get_byte(content, 100)) WHERE run_id = '${archived}'
      AND sha256 IN (SELECT sha256 FROM run_file)`,
    `UPDATE blob SET content = set_byte(content, 20, 255 - get_byte(content, 20)) WHERE run_id = '${archived}'
      AND sha256 IN (SELECT packed_sha256 FROM run_curves)`,
    `DELETE FROM blob WHERE run_id = '${archived}'`,
    `UPDATE blob SET sha256 = reverse(sha256) WHERE run_id = '${archived}'`,
    `UPDATE run_file SET size = size + 1 WHERE run_id = '${archived}'`,
  ],
  'interpretation-whole': [
    `UPDATE run SET interpreted_at = NULL WHERE id = '${interpreted}'`,
    `DELETE FROM interpreted_slopes WHERE interpretation_id IN (SELECT id FROM interpretation WHERE run_id = '${interpreted}')`,
    `UPDATE interpretation SET results = NULL WHERE run_id = '${interpreted}'`,
    `UPDATE interpretation SET explanations = '{}' WHERE run_id = '${interpreted}'`,
    wellsSet('true', { result: 'STANDARD_OTHER' }, `'${interpreted}'`),
  ],
  'jobs-remembered': [
    `UPDATE run SET archiving = 'PENDING', archive_request_id = gen_random_uuid() WHERE id = '${rejected}'`,
    `INSERT INTO delivery (id, run_id, laboratory_id, state, requested_by_name, requested_at)
      SELECT gen_random_uuid(), id, laboratory_id, 'WAITING', '', now() FROM run WHERE id = '${archived}'`,
    `UPDATE pgboss.job SET state = 'active', heartbeat_on = now() - interval '2 minutes' WHERE name = 'archive'`,
  ],
  'kept-thirty-days': [`UPDATE run SET deletion_date = archived_at::date + 29 WHERE id = '${archived}'`],
  'no-open-transaction': [],
  'no-trial-approved': [
    `UPDATE run SET trial_lot_ids = ARRAY[gen_random_uuid()] WHERE id = '${archived}'`,
    `WITH trial AS (UPDATE run SET trial_lot_ids = ARRAY[gen_random_uuid()] WHERE id = '${rejected}' RETURNING id)
      INSERT INTO delivery (id, run_id, laboratory_id, state, requested_by_name, requested_at)
      SELECT gen_random_uuid(), id, laboratory_id, 'NOT_SENT', '', now() FROM run WHERE id = '${rejected}'`,
  ],
  'on-one-shelf': [
    `UPDATE run SET archiving = 'FAILED' WHERE id = '${archived}'`,
    `UPDATE run SET archived_at = NULL WHERE id = '${archived}'`,
  ],
  'one-laboratory': [
    ...['blob', 'run_file', 'run_curves', 'channel_analysis', 'run_decision', 'interpretation'].map(
      (table) => `UPDATE ${table} SET laboratory_id = gen_random_uuid() WHERE run_id = '${archived}'`,
    ),
    `UPDATE comment SET laboratory_id = gen_random_uuid()`,
    `UPDATE control_reading SET laboratory_id = gen_random_uuid()`,
    ...['w.id, gen_random_uuid()', 'gen_random_uuid(), w.laboratory_id'].map(
      (
        place,
      ) => `INSERT INTO interpreted_well_diagnostic (id, interpretation_id, well_id, laboratory_id, state, by_id, by_name)
        SELECT gen_random_uuid(), i.id, ${place}, 'UPDATED', i.interpreted_by_id, ''
        FROM interpretation i JOIN well w ON w.run_id = i.run_id WHERE i.run_id = '${interpreted}' LIMIT 1`,
    ),
    `UPDATE interpretation SET results = jsonb_set(results, ARRAY['wells', gen_random_uuid()::text], '{"color": null}')
      WHERE run_id = '${interpreted}'`,
  ],
  'one-suggestion': [
    `INSERT INTO interpreted_well (id, interpretation_id, laboratory_id, well_id)
      SELECT gen_random_uuid(), i.id, w.laboratory_id, w.id FROM interpretation i JOIN well w ON w.run_id = i.run_id
      WHERE i.run_id = '${interpreted}'`,
  ],
  'own-comments': [
    `INSERT INTO audit_event (laboratory_id, number, actor_id, actor_name, action, entity, details, previous_hash, hash)
      SELECT laboratory_id, -1, gen_random_uuid(), '', 'run.comment.edit', 'run', jsonb_build_object('commentId', id), '', ''
      FROM comment`,
  ],
  'result-before-decision': [`UPDATE interpretation SET interpreted_at = now() + interval '1 minute'`],
  'run-numbers': [`UPDATE run_counter SET last_business_id = last_business_id - 1`],
  'run-whole': [
    `DELETE FROM run_file WHERE run_id = '${rejected}'`,
    `DELETE FROM run_curves WHERE run_id = '${rejected}'`,
    wellsSet(`w.position = 'A1'`, { position: 'H12' }, `'${rejected}'`),
  ],
  'wells-followed': [
    `DELETE FROM run_sample WHERE run_id = '${archived}'`,
    `DELETE FROM run_well_use WHERE run_id = '${archived}'`,
    wellsSet('true', { name: 'S-9' }, `'${archived}'`),
  ],
  'runs-counted': [
    'DELETE FROM run_count WHERE subject_id IS NULL',
    'DELETE FROM run_count WHERE subject_id IS NOT NULL',
    'DELETE FROM run_use',
    `UPDATE run SET trial_lot_ids = '{}', archived_at = now() WHERE id = '${rejected}'`,
  ],
  'secrets-sealed': [
    `INSERT INTO file_transfer_connection
        (id, laboratory_id, protocol, host, port, directory, authentication, username, encrypted_password)
      SELECT gen_random_uuid(), id, 'SFTP', 'h', 22, '/', 'PASSWORD', 'u', 'open sesame' FROM laboratory LIMIT 1`,
  ],
  'sent-means-sent': [`UPDATE run SET ftp_sent = true WHERE id = '${archived}'`],
  'status-decided': [
    `UPDATE run SET status = 'APPROVED' WHERE id = '${rejected}'`,
    `UPDATE run SET status = 'RUN_TO_INTERPRET' WHERE id = '${rejected}'`,
  ],
  traceable: [
    `UPDATE interpretation SET input_sha256 = repeat('a', 64) WHERE run_id = '${archived}'`,
    `UPDATE interpretation SET algorithm_version = '' WHERE run_id = '${archived}'`,
  ],
});

it('each invariant holds, and detects a violation', async () => {
  expect(await brokenInvariants(test.db)).toEqual([]);
  expect(Object.keys(damages()).sort()).toEqual([...INVARIANT_NAMES]);
  const unseen: string[] = [];
  for (const [name, statements] of Object.entries(damages()))
    for (const statement of statements)
      if (!(await brokenBy(statement)).includes(name)) unseen.push(`${name}: ${statement}`);
  expect(unseen).toEqual([]);
  expect(await brokenInvariants(test.db)).toEqual([]);
});

/** A well's ids are random, and so are those of what was kept of it. */
const OTHER_IDS = ['well', 'interpreted_well'];

it('OPS-611 ids of new rows begin with the time, in every table', async () => {
  const tables = await test.db.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = 'id' AND data_type = 'uuid'
      AND table_name <> ALL (${OTHER_IDS}) ORDER BY 1`;
  const versions = tables.map(
    ({
      name,
    }) => `SELECT '${name}' AS name, substr(id::text, 15, 1) AS version, abs(extract(epoch FROM now()) * 1000
      - ('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint) < 3600000 AS "isRecent" FROM "${name}"`,
  );
  const found = await test.db.$queryRawUnsafe<{ name: string; version: string; isRecent: boolean }[]>(
    versions.join(' UNION '),
  );
  expect(found.length).toBeGreaterThan(15);
  expect(found.filter(({ version }) => version !== '7')).toEqual([]);
  const ofRuns = [
    'run',
    'run_file',
    'run_curves',
    'interpretation',
    'control_reading',
    'comment',
    'run_decision',
  ];
  const recent = found.flatMap(({ name, isRecent }) => (isRecent ? [name] : []));
  expect(recent).toEqual(expect.arrayContaining(ofRuns));
});
