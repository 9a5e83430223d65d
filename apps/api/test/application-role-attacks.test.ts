import { randomUUID } from 'node:crypto';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { giveUpFormerRights, grantToApplication } from '../src/application-role.ts';
import type { Tx } from '../src/db.ts';
import { verifyChain } from '../src/features/audit/verify-chain.ts';
import { chainsOf } from '../src/features/audit/verify-trail.ts';
import { readRecordState } from '../src/features/decisions/read-record-state.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { decide, importedRun, interpretedRun, submit } from './run-factory.ts';

/** The product at work as a role that owns nothing, on which somebody else works, too. */
let owners: TestApp;
let app: TestApp;
let owner: pg.Client;
const role = `attacker_${randomUUID().replaceAll('-', '')}`;
/** What `:run` and so on stand for. */
let names: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  owners = await createTestApp();
  owner = new pg.Client({ connectionString: owners.databaseUrl });
  await owner.connect();
  await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'application'`);
  await grantToApplication(owner, role);
  const url = owners.databaseUrl.replace(/\/\/[^@]+@/, `//${role}:application@`);
  app = await createTestApp({ beside: { ...owners, databaseUrl: url } });
  const decided = async (seed: number, status: string) => {
    const run = await interpretedRun(app, { seed });
    const well = run.analyses[0]?.wells['A1']?.id ?? '';
    await app.call('tech', 'POST', `/run/${run.id}/well/${well}/comment`, { value: 'A fine curve.' });
    await submit(app, run.id);
    expect((await decide(app, run.id, { status })).statusCode).toBe(200);
    return run;
  };
  const run = await decided(21, 'APPROVED');
  const rejected = await decided(22, 'REJECTED');
  const waiting = await interpretedRun(app, { seed: 23 });
  await submit(app, waiting.id);
  const imported = await importedRun(app, { seed: 24 });
  names = {
    ...{ run: run.id, rejected: rejected.id, waiting: waiting.id, imported: imported.id },
    lab: run.laboratory.id,
  };
});
afterAll(async () => {
  await app.close();
  await owner.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  await owner.end();
  await owners.close();
});

const filled = (statement: string) =>
  statement.replaceAll(/:(\w+)\b(?<!::\w+)/g, (all, name: string) =>
    name in names ? `'${names[name]}'` : all,
  );

class Undone extends Error {}

/** What becomes of statements in one transaction: `refused`, or by whom they are seen. The transaction is undone. */
async function outcomeOf(statements: readonly string[], { db } = app): Promise<string> {
  let outcome = 'unseen';
  await db
    .$transaction(
      async (tx) => {
        for (const statement of statements) await tx.$executeRawUnsafe(filled(statement));
        // As a commit does.
        await tx.$executeRaw`SET CONSTRAINTS ALL IMMEDIATE`;
        const found = await findings(tx);
        if (found.length > 0) outcome = `seen: ${found.join('; ')}`;
        throw new Undone();
      },
      { timeout: 30_000 },
    )
    .catch((error: unknown) => {
      if (error instanceof Undone) return;
      outcome = /42501|23001|permission denied/.test(String(error)) ? 'refused' : `failed: ${String(error)}`;
    });
  return outcome;
}

async function findings(tx: Tx): Promise<string[]> {
  const needs = { clock: app.app.clock, signer: app.signer, headFiles: app.app.headFiles, db: tx };
  const found: string[] = [];
  for (const { id } of await tx.run.findMany({ where: { status: { in: ['APPROVED', 'REJECTED'] } } })) {
    const { state } = await readRecordState(needs, id);
    if (state !== 'unchanged') found.push(`the run is ${state}`);
  }
  for (const named of await chainsOf(tx, undefined)) {
    const { fault } = await verifyChain(needs, named);
    if (fault !== null) found.push(fault.text);
  }
  return found;
}

const RESULTS = `(SELECT w.id FROM interpreted_well w JOIN interpretation i ON i.id = w.interpretation_id WHERE i.run_id = :run)`;
const REPLACED = `replaced_by_id = :lab::uuid, replaced_by_name = 'Nobody', replaced_at = now(), replaced_status = 'REJECTED'`;
/** An entry that says what somebody likes, by the function that writes entries. */
const entry = (action: string, run: string, details = '{}') =>
  `SELECT audit_append(:lab::uuid, json_build_array(json_build_object('action', '${action}', 'entity', 'run',
    'entityId', :${run}, 'actorName', 'Nobody', 'details', '${details}'::json)))`;
const SIGN = (run: string, decision: string) => [
  `INSERT INTO run_decision (id, run_id, laboratory_id, decision, by_id, by_name)
   VALUES (:lab::uuid, :${run}::uuid, :lab::uuid, '${decision === 'APPROVED' ? 'approve' : 'reject'}', :lab::uuid, 'Nobody')`,
  `INSERT INTO signature SELECT :lab::uuid, :${run}::uuid, :lab::uuid, 'Lab', :lab::uuid, 'Nobody', 'Physician', '${decision}',
     'approved', date_trunc('second', now()), NULL, '1', repeat('a', 64), e.number, e.hash, repeat('a', 16), 'x'
   FROM audit_event e WHERE e.laboratory_id = :lab::uuid ORDER BY e.number DESC LIMIT 1`,
  `UPDATE run SET status = '${decision}', decided_by_id = :lab::uuid, decided_at = date_trunc('second', now()) WHERE id = :${run}::uuid`,
];

const REFUSED: readonly (readonly [what: string, ...statements: string[]])[] = [
  // Those that were found.
  ['signatures deleted', 'DELETE FROM signature WHERE run_id = :run::uuid'],
  ['a signing key deleted', 'DELETE FROM signing_key'],
  ['an approved run deleted', 'DELETE FROM run WHERE id = :run::uuid'],
  ['results of an approved run', `UPDATE well SET result = 'NEGATIVE' WHERE run_id = :run::uuid`],
  ['a waiting run approved', `UPDATE run SET status = 'APPROVED' WHERE id = :waiting::uuid`],
  [
    'an entry put in, with its head',
    `INSERT INTO audit_event (laboratory_id, number, actor_name, action, entity, previous_hash, hash)
     VALUES (:lab::uuid, 999, 'Nobody', 'run.approve', 'run', repeat('a', 64), repeat('b', 64))`,
  ],
  ['the head moved', `UPDATE audit_head SET number = number + 1 WHERE chain = :lab::uuid`],
  ['suggested results deleted', `DELETE FROM interpreted_well_diagnostic WHERE state = 'INITIAL'`],
  ['an original emptied', `UPDATE run_file SET content = NULL WHERE run_id = :run::uuid`],
  ['an entry changed', `UPDATE audit_event SET actor_name = 'Nobody'`],
  ['an entry deleted', `DELETE FROM audit_event WHERE laboratory_id = :lab::uuid`],
  ['the trail emptied', `TRUNCATE audit_event`],
  ['triggers switched off', `ALTER TABLE run DISABLE TRIGGER ALL`],
  // The trail.
  ['a head put in', `INSERT INTO audit_head (chain, number, hash) VALUES (:run::uuid, 9, repeat('a', 64))`],
  ['a head deleted', `DELETE FROM audit_head`],
  [
    'the function that writes entries replaced',
    `CREATE OR REPLACE FUNCTION audit_append(UUID, JSON) RETURNS void LANGUAGE sql AS ''`,
  ],
  ['its search path changed', `ALTER FUNCTION audit_append(UUID, JSON) SET search_path = pg_temp`],
  ['its owner changed', `ALTER FUNCTION audit_append(UUID, JSON) OWNER TO CURRENT_USER`],
  ['a rule put on the trail', `CREATE RULE own AS ON INSERT TO audit_event DO INSTEAD NOTHING`],
  ['triggers left out', `SET LOCAL session_replication_role = replica`],
  // The decided run.
  ['an approval taken back', `UPDATE run SET status = 'WAIT_FOR_APPROVAL' WHERE id = :run::uuid`],
  ['an approval made a rejection', `UPDATE run SET status = 'REJECTED' WHERE id = :run::uuid`],
  ['a rejection made an approval', `UPDATE run SET status = 'APPROVED' WHERE id = :rejected::uuid`],
  [
    'a rejection taken back, its person left',
    `UPDATE run SET status = 'RUN_TO_INTERPRET' WHERE id = :rejected::uuid`,
  ],
  ['who approved', `UPDATE run SET decided_by_name = 'Nobody' WHERE id = :run::uuid`],
  ['when it was approved', `UPDATE run SET decided_at = decided_at - interval '1 day' WHERE id = :run::uuid`],
  ['who interpreted', `UPDATE run SET interpreted_by_name = 'Nobody' WHERE id = :run::uuid`],
  ['the plate id', `UPDATE run SET plate_id = 'P-9' WHERE id = :run::uuid`],
  ['the number of the run', `UPDATE run SET business_id = 9999 WHERE id = :run::uuid`],
  ['what the reader warned of', `UPDATE run SET import_report = '{}' WHERE id = :run::uuid`],
  [
    'the laboratory of the run',
    `UPDATE run SET laboratory_id = (SELECT id FROM laboratory WHERE id <> :lab::uuid LIMIT 1) WHERE id = :run::uuid`,
  ],
  [
    'a run put in as approved',
    `INSERT INTO run SELECT (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'business_id', 9998))).* FROM run r WHERE id = :run::uuid`,
  ],
  ['a rejected run deleted', 'DELETE FROM run WHERE id = :rejected::uuid'],
  ['a waiting run deleted', 'DELETE FROM run WHERE id = :waiting::uuid'],
  ['an imported run deleted', 'DELETE FROM run WHERE id = :imported::uuid'],
  [
    'an approval with a signature, without an entry that tells it',
    entry('run.seen', 'waiting'),
    ...SIGN('waiting', 'APPROVED'),
  ],
  [
    'an approval with the entry of a rejection',
    entry('run.reject', 'waiting'),
    ...SIGN('waiting', 'APPROVED'),
  ],
  [
    'an approval with the entry of another run',
    entry('run.approve', 'imported'),
    ...SIGN('waiting', 'APPROVED'),
  ],
  // What belongs to it.
  ['the name of a sample', `UPDATE well SET name = 'S-9' WHERE run_id = :run::uuid`],
  ['a well deleted', `DELETE FROM well WHERE run_id = :run::uuid`],
  ['a well moved to another run', `UPDATE well SET run_id = :waiting::uuid WHERE run_id = :run::uuid`],
  ['a well of another run moved to it', `UPDATE well SET run_id = :run::uuid WHERE run_id = :waiting::uuid`],
  ['a result of a rejected run', `UPDATE well SET result = 'NEGATIVE' WHERE run_id = :rejected::uuid`],
  [
    'an original replaced',
    `UPDATE run_file SET content = 'x', sha256 = repeat('a', 64) WHERE run_id = :waiting::uuid`,
  ],
  ['an original deleted', `DELETE FROM run_file WHERE run_id = :run::uuid`],
  [
    'an original put in',
    `INSERT INTO run_file SELECT gen_random_uuid(), run_id, laboratory_id, 9, name, size, sha256, content FROM run_file WHERE run_id = :run::uuid`,
  ],
  ['readings changed', `UPDATE run_curves SET values = values`],
  ['readings deleted', `DELETE FROM run_curves WHERE run_id = :run::uuid`],
  ['a comment changed', `UPDATE comment SET value = 'x' WHERE run_id = :run::uuid`],
  [
    'a comment put in',
    `INSERT INTO comment (id, run_id, laboratory_id, author_id, author_name, value) VALUES (gen_random_uuid(), :run::uuid, :lab::uuid, :lab::uuid, 'Nobody', 'Fine')`,
  ],
  ['a comment deleted', `DELETE FROM comment`],
  ['who commented', `UPDATE comment SET author_name = 'Nobody'`],
  ['an explanation changed', `UPDATE interpreted_well SET explanation = '{}'`],
  ['an explanation deleted', `DELETE FROM interpreted_well`],
  [
    'an explanation given to nobody',
    `UPDATE interpreted_well SET well_id = NULL, former_well_id = well_id WHERE id IN ${RESULTS}`,
  ],
  [
    'an override put in',
    `INSERT INTO interpreted_well_diagnostic (id, interpreted_well_id, laboratory_id, state, by_id, by_name) SELECT gen_random_uuid(), id, laboratory_id, 'UPDATED', :lab::uuid, 'Nobody' FROM interpreted_well WHERE id IN ${RESULTS}`,
  ],
  ['a result reworded', `UPDATE interpreted_well_diagnostic SET comment = 'x'`],
  ['slopes changed', `UPDATE interpreted_slopes SET values = values`],
  ['slopes deleted', `DELETE FROM interpreted_slopes`],
  [
    'another interpretation in its place',
    `UPDATE interpretation SET run_id = NULL, former_run_id = run_id, ${REPLACED} WHERE run_id = :run::uuid`,
  ],
  ['the algorithm', `UPDATE interpretation SET algorithm_version = '9'`],
  ['an interpretation deleted', `DELETE FROM interpretation`],
  [
    'another interpretation put in',
    `INSERT INTO interpretation SELECT (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'run_id', NULL, 'former_run_id', i.run_id,
      'replaced_by_id', :lab, 'replaced_by_name', 'Nobody', 'replaced_at', now(), 'replaced_status', 'REJECTED'))).* FROM interpretation i WHERE run_id = :run::uuid`,
  ],
  ['a kit on the plate', `DELETE FROM run_kit WHERE run_id = :run::uuid`],
  // Signatures and keys.
  ['a signature changed', `UPDATE signature SET signer_name = 'Nobody'`],
  ['a decision changed', `UPDATE run_decision SET reason = 'x'`],
  ['a decision deleted', `DELETE FROM run_decision`],
  ['a signed record changed', `UPDATE decision_record SET hash = repeat('a', 64)`],
  ['a signed record deleted', `DELETE FROM decision_record`],
  ['the public key', `UPDATE signing_key SET public_key = 'x'`],
  [
    'a key vouched for twice',
    `UPDATE signing_key SET endorsed_by = id, endorsement = 'x'`,
    `UPDATE signing_key SET endorsement = 'y'`,
  ],
  // Numbers and people.
  ['numbers given again', `UPDATE run_counter SET last_business_id = last_business_id - 1`],
  ['numbers forgotten', `DELETE FROM run_counter`],
  ['a person deleted', `DELETE FROM app_user`],
  ['the installation deleted', `DELETE FROM installation`],
  [
    'rights given',
    `GRANT ALL ON audit_event TO CURRENT_USER`,
    `UPDATE audit_event SET actor_name = 'Nobody'`,
  ],
  ['another role taken', `SET LOCAL ROLE pg_write_all_data`],
];

/** What the role may do, since the product does it: it leaves a trace. */
const SEEN: readonly (readonly [what: string, seen: RegExp, statements: readonly string[]])[] = [
  [
    'an approval signed by nobody',
    /the run is changed/,
    [entry('run.approve', 'waiting'), ...SIGN('waiting', 'APPROVED')],
  ],
  [
    'an entry that tells of an approval',
    /signature of run \d+ .* is gone/,
    [entry('run.approve', 'waiting', '{"record":"x"}')],
  ],
  ['an entry of a run that never was', /is gone, and no entry says/, [entry('run.import', 'lab')]],
  [
    'an entry that is not written as entries are',
    /is not what was written/,
    [entry('run.seen', 'run', '{ "b":1, "a":2}')],
  ],
  [
    'a number left out',
    /There is no run \d+/,
    [
      `UPDATE laboratory SET demonstration = false`,
      `UPDATE run_counter SET last_business_id = last_business_id + 1`,
    ],
  ],
  [
    'a run put in as imported',
    /no entry says that it was imported/,
    [
      `INSERT INTO run SELECT (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'business_id', 9998))).* FROM run r WHERE id = :imported::uuid`,
    ],
  ],
  [
    'a rejection made up',
    /the run is changed/,
    [entry('run.reject', 'waiting'), ...SIGN('waiting', 'REJECTED')],
  ],
  [
    'a chart drawn otherwise',
    /the run is changed/,
    [
      `UPDATE interpretation_chart SET body = 'x' WHERE interpretation_id = (SELECT id FROM interpretation WHERE run_id = :run::uuid)`,
    ],
  ],
  ['the name of a lot', /the run is changed/, [`UPDATE lot SET name = name || 'x'`]],
];

describe('OPS-135 TRUST-380 whoever works as the role of the product', () => {
  it('finds everything unbroken before', async () => {
    expect(await outcomeOf(['SELECT 1'])).toBe('unseen');
  });
  it.each(REFUSED)('is refused: %s', async (_, ...statements) => {
    expect(await outcomeOf(statements)).toBe('refused');
  });
  it.each(SEEN)('is seen: %s', async (_, seen, statements) => {
    expect(await outcomeOf(statements)).toMatch(seen);
  });
});

/** What triggers alone refuse: privileges do not hold up who owns the tables. */
const KEPT_BY_TRIGGERS = [
  ...['signatures deleted', 'a signing key deleted', 'an approved run deleted', 'results of an approved run'],
  ...[
    'a waiting run approved',
    'an original emptied',
    'an entry changed',
    'an entry deleted',
    'the trail emptied',
  ],
  ...[
    'an approval taken back',
    'an approval made a rejection',
    'a rejection made an approval',
    'who approved',
  ],
  ...['a run put in as approved', 'a waiting run deleted', 'a well deleted', 'a well moved to another run'],
  ...[
    'a well of another run moved to it',
    'a result of a rejected run',
    'an original put in',
    'readings deleted',
  ],
  ...['a comment put in', 'an explanation changed', 'an override put in', 'slopes deleted', 'the algorithm'],
  ...['another interpretation in its place', 'another interpretation put in', 'a kit on the plate'],
  ...['a decision deleted', 'a signed record deleted', 'the public key', 'numbers given again'],
];

describe('TRUST-382 whoever works as the owner of the tables', () => {
  it.each(KEPT_BY_TRIGGERS)('is refused: %s', async (name) => {
    const [, ...statements] = REFUSED.find(([what]) => what === name) ?? [name, 'SELECT 1'];
    expect(await outcomeOf(statements, owners)).toBe('refused');
  });
});

describe('TRUST-380 the product as that role', () => {
  it('deletes a decided run, and the trail fits', async () => {
    expect((await app.call('manager', 'DELETE', `/run/${names['rejected']}`)).statusCode).toBe(204);
    expect(await outcomeOf(['SELECT 1'])).toBe('unseen');
  });

  it('gives up what only a former release needs', async () => {
    const may = async () => {
      const { rows } = await owner.query<{ may: boolean }>(
        `SELECT has_table_privilege($1, 'audit_event', 'INSERT') OR has_table_privilege($1, 'audit_head', 'UPDATE') AS may`,
        [role],
      );
      return rows[0]?.may;
    };
    await grantToApplication(owner, role);
    expect(await may()).toBe(false);
    // As a former release has left it, which is still at work.
    await owner.query(`GRANT INSERT ON audit_event TO ${role}`);
    await grantToApplication(owner, role);
    expect(await may()).toBe(true);
    await app.db.$transaction((tx) => app.app.jobs.ask(tx, 'audit-heads', { data: {} }));
    await app.work();
    expect(await may()).toBe(false);
    await giveUpFormerRights(owners.db);
    expect(
      (await app.call('tech', 'POST', `/run/${names['imported']}/comment`, { value: 'Fine.' })).statusCode,
    ).toBeLessThan(300);
  });
});

describe('TRUST-381 the function that writes entries', () => {
  it('gives number, time and hash itself, whatever else it is handed', async () => {
    const [before] = await app.db.$queryRaw<{ number: bigint; hash: string }[]>`
      SELECT number, hash FROM audit_head WHERE chain = ${names['lab']}::uuid`;
    await expect(
      app.db.$transaction(async (tx) => {
        const [place] = await tx.$queryRawUnsafe<{ number: bigint; at: string; previous_hash: string }[]>(
          filled(`SELECT * FROM audit_append(:lab::uuid, '[{"action":"run.seen","entity":"run","actorName":"N","details":{},
            "number":7,"at":"2020-01-01T00:00:00Z","hash":"x","previousHash":"x"}]')`),
        );
        expect(place).toMatchObject({
          ...{ number: (before?.number ?? 0n) + 1n, previous_hash: before?.hash },
          at: expect.not.stringMatching(/^2020/) as string,
        });
        throw new Undone();
      }),
    ).rejects.toThrow(Undone);
  });
});
