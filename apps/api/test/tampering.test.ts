import { canonicalJson, NO_ANSWERS, type Run } from '@curvewell/contracts';
import { sha256 } from '@curvewell/contracts/record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from './create-test-app.ts';
import { decide, interpretedRun, submit } from './run-factory.ts';
import { rehashed, undone } from './tampered.ts';
import type { Tx } from '../src/db.ts';
import { createSigner } from '../src/signing.ts';
import { chainsOf } from '../src/features/audit/verify-trail.ts';
import { verifyChain } from '../src/features/audit/verify-chain.ts';
import { exportHeads } from '../src/features/audit/index.ts';
import { IS_UNCHANGED } from '../src/features/runs/listed-run.ts';
import { readRecord } from '../src/features/decisions/decision-record.ts';
import { readRecordState, signatureOf } from '../src/features/decisions/read-record-state.ts';
import { UNTOLD } from './untold.ts';

let test: TestApp;
let approved = '';
let rejected = '';
let waiting = '';
let north = '';

beforeAll(async () => {
  test = await createTestApp();
  const run = await waitingRun(11);
  approved = run.id;
  expect((await decide(test, approved)).statusCode).toBe(200);
  rejected = (await waitingRun(12)).id;
  const shown = { ...NO_ANSWERS, reason: 'Controls failed' };
  expect(
    (await test.call('physician', 'PUT', `/run/${rejected}/status?status=REJECTED`, shown)).statusCode,
  ).toBe(200);
  north = run.laboratory.id;
  // Entries behind the last signature: only a head that was exported names them.
  waiting = (await waitingRun(13)).id;
  const { db, signer } = test;
  const { jobs } = test.app;
  await exportHeads({ ...needs(), db, jobs, signer, headPlaces: [test.app.headFiles], ...UNTOLD });
});
afterAll(() => test.close());

const needs = () => ({ clock: test.app.clock, signer: test.signer, headFiles: test.app.headFiles });

/** With a result changed by hand, and comments. */
async function waitingRun(seed: number): Promise<Run> {
  const run = await interpretedRun(test, { seed });
  const well = run.analyses[0]?.wells['A1']?.id ?? '';
  const { id } = await test.db.diagnosticColor.findFirstOrThrow({
    where: { diagnosticName: 'HETEROZYGOUS', kit: { name: 'LCT-13910' } },
  });
  const override = { id, comment: 'Second peak is clear' };
  await test.call('tech', 'PATCH', `/run/${run.id}/interpreted-wells?wellIds=${well}`, override);
  await test.call('tech', 'POST', `/run/${run.id}/comment`, { value: 'Looked at twice.' });
  await test.call('tech', 'POST', `/run/${run.id}/well/${well}/comment`, { value: 'A fine curve.' });
  await submit(test, run.id);
  return run;
}

const foundAfter = (tamper: (tx: Tx) => Promise<unknown>): Promise<string[]> =>
  undone(test.db, async (tx) => {
    await tamper(tx);
    return findings(tx);
  });

async function findings(tx: Tx): Promise<string[]> {
  const found: string[] = [];
  for (const [name, runId] of Object.entries({ approved, rejected })) {
    const { state, differences } = await readRecordState({ ...needs(), db: tx }, runId);
    if (state !== 'unchanged') found.push(...differences.map(({ what }) => `${name}: ${what}`));
    if (state === 'unsigned') found.push(`${name}: unsigned`);
  }
  const undecided = await readRecordState({ ...needs(), db: tx }, waiting);
  if (undecided.state === 'changed')
    found.push(...undecided.differences.map(({ what }) => `waiting: ${what}`));
  for (const named of await chainsOf(tx, undefined)) {
    const { fault } = await verifyChain({ ...needs(), db: tx }, named);
    if (fault !== null) found.push(`${named.laboratory ?? 'installation'}: ${fault.text}`);
  }
  return found;
}

/** SQL in which `:run` is the approved run, `:rejected` the rejected one, `:waiting` one that is not decided and `:lab` their laboratory. */
const sql = (statement: string) => (tx: Tx) =>
  tx.$executeRawUnsafe(
    statement
      .replaceAll(':run', `'${approved}'`)
      .replaceAll(':rejected', `'${rejected}'`)
      .replaceAll(':waiting', `'${waiting}'`)
      .replaceAll(':lab', `'${north}'`),
  );

const A1 = `(SELECT w.id FROM well w WHERE w.run_id = :run AND w.position = 'A1')`;
const WELLS_OF_RUN = `(SELECT iw.id FROM interpreted_well iw JOIN well w ON w.id = iw.well_id WHERE w.run_id = :run)`;
const flipped = (column: string) => `set_byte(${column}, 100, get_byte(${column}, 100) # 1)`;
const ENTRY_OF = (action: string) =>
  `id = (SELECT max(id) FROM audit_event WHERE entity_id = :run::text AND action = '${action}')`;

const rehash = (tx: Tx) => rehashed(tx, north);

const RECORD: [string, string, RegExp][] = [
  ['a result', `UPDATE well SET result = 'NEGATIVE' WHERE id = ${A1}`, /^approved: A1 FAM: result$/],
  ['the name of a sample', `UPDATE well SET name = 'S-9' WHERE id = ${A1}`, /A1 FAM: name/],
  ['an order id', `UPDATE well SET order_id = 'O-9' WHERE id = ${A1}`, /A1 FAM: order id/],
  ['a sample type', `UPDATE well SET sample_type = 'STANDARD' WHERE id = ${A1}`, /A1 FAM: sample type/],
  ['a score', `UPDATE well SET score = 0.5 WHERE id = ${A1}`, /A1 FAM: score/],
  ['a lot', `UPDATE well SET lot_id = NULL WHERE id = ${A1}`, /A1 FAM: lot/],
  ['a kit version', `UPDATE well SET kit_version_id = NULL WHERE id = ${A1}`, /A1 FAM: kit version/],
  [
    'the name of a lot',
    `UPDATE lot SET name = 'other' WHERE id = (SELECT lot_id FROM well WHERE id = ${A1})`,
    /A1 FAM: lot, name/,
  ],
  [
    'the reason with a well',
    `UPDATE well SET diagnostic_comment = 'x' WHERE id = ${A1}`,
    /diagnostic comment/,
  ],
  ['a well taken away', `DELETE FROM well WHERE id = ${A1}`, /approved: A1 FAM$/],
  [
    'a peak',
    `UPDATE interpreted_well SET explanation = jsonb_set(explanation, '{score}', '0.123') WHERE well_id = ${A1}`,
    /A1 FAM: explanation, score/,
  ],
  ['an explanation', `DELETE FROM interpreted_well WHERE well_id = ${A1}`, /A1 FAM: explanation/],
  [
    'the suggested result',
    `UPDATE interpreted_well_diagnostic SET diagnostic_color = NULL
     WHERE state = 'INITIAL' AND interpreted_well_id = ${A1}`,
    /A1 FAM: diagnostics, 1, diagnostic color/,
  ],
  [
    'an override taken away',
    `DELETE FROM interpreted_well_diagnostic WHERE state = 'UPDATED' AND interpreted_well_id IN ${WELLS_OF_RUN}`,
    /A1 FAM: diagnostics, 2/,
  ],
  [
    'the reason of an override',
    `UPDATE interpreted_well_diagnostic SET comment = 'x' WHERE state = 'UPDATED' AND interpreted_well_id IN ${WELLS_OF_RUN}`,
    /A1 FAM: diagnostics, 2, reason/,
  ],
  [
    'who overrode',
    `UPDATE interpreted_well_diagnostic SET by_name = 'x' WHERE state = 'UPDATED' AND interpreted_well_id IN ${WELLS_OF_RUN}`,
    /A1 FAM: diagnostics, 2, by, name/,
  ],
  [
    'when a result was overridden, by a microsecond',
    `UPDATE interpreted_well_diagnostic SET at = at + interval '1 microsecond'
     WHERE state = 'UPDATED' AND interpreted_well_id IN ${WELLS_OF_RUN}`,
    /A1 FAM: diagnostics, 2, at/,
  ],
  [
    'another override put in',
    `INSERT INTO interpreted_well_diagnostic (id, interpreted_well_id, laboratory_id, state, by_id, by_name)
     SELECT gen_random_uuid(), ${A1}, :lab, 'UPDATED', gen_random_uuid(), 'Nobody'`,
    /A1 FAM: diagnostics, 3/,
  ],
  [
    'a comment',
    `UPDATE comment SET value = 'x' WHERE run_id = :run AND well_id IS NULL`,
    /Comment of Tara Holm, .*: value/,
  ],
  [
    'a comment taken away',
    `DELETE FROM comment WHERE run_id = :run AND well_id IS NOT NULL`,
    /Comment of .* on A1 FAM/,
  ],
  ['who commented', `UPDATE comment SET author_name = 'x' WHERE run_id = :run`, /Comment of x/],
  [
    'a comment put in',
    `INSERT INTO comment (id, run_id, laboratory_id, author_id, author_name, value)
     VALUES (gen_random_uuid(), :run, :lab, gen_random_uuid(), 'Nobody', 'Fine')`,
    /Comment of Nobody/,
  ],
  [
    'a byte of a file',
    `UPDATE run_file SET content = ${flipped('content')} WHERE run_id = :run`,
    /File 1: content/,
  ],
  [
    'a byte of a file, and its hash',
    `UPDATE run_file SET content = ${flipped('content')}, sha256 = encode(sha256(${flipped('content')}), 'hex') WHERE run_id = :run`,
    /File 1: sha256/,
  ],
  ['the name of a file', `UPDATE run_file SET name = 'x' WHERE run_id = :run`, /File 1: name/],
  ['a file taken away', `DELETE FROM run_file WHERE run_id = :run`, /File 1$/],
  [
    'a file put in',
    `INSERT INTO run_file SELECT gen_random_uuid(), run_id, laboratory_id, 9, name, size, sha256, content FROM run_file WHERE run_id = :run`,
    /File 2/,
  ],
  [
    'a reading',
    `UPDATE run_curves SET values = ${flipped('values')} WHERE run_id = :run`,
    /Readings FAM .*: values/,
  ],
  [
    'a temperature',
    `UPDATE run_curves SET temperatures = ${flipped('temperatures')} WHERE run_id = :run`,
    /Readings FAM .*: temperatures/,
  ],
  [
    'readings taken away',
    `DELETE FROM run_curves WHERE run_id = :run AND phase = 'MELT'`,
    /Readings FAM MELT$/,
  ],
  [
    'a threshold of the settings',
    `UPDATE interpretation SET configuration = jsonb_set(configuration, '{assays,0,phases,0,minThreshold}', '1') WHERE run_id = :run`,
    /Interpretation: configuration, assays, 1, phases, 1, min threshold/,
  ],
  [
    'the algorithm',
    `UPDATE interpretation SET algorithm_version = '9' WHERE run_id = :run`,
    /algorithm version/,
  ],
  [
    'who interpreted',
    `UPDATE interpretation SET interpreted_by_name = 'x' WHERE run_id = :run`,
    /Interpretation: by/,
  ],
  [
    'an interpretation taken away',
    `DELETE FROM interpretation WHERE run_id = :run`,
    /approved: Interpretation$/,
  ],
  [
    'the chart',
    `UPDATE interpretation_chart SET body = ${flipped('body')}
     WHERE interpretation_id = (SELECT id FROM interpretation WHERE run_id = :run)`,
    /approved: Chart/,
  ],
  [
    'the slopes that are drawn',
    `UPDATE interpreted_slopes SET values = ${flipped('values')}
     WHERE interpretation_id = (SELECT id FROM interpretation WHERE run_id = :run)`,
    /Slopes FAM .*: values/,
  ],
  [
    'slopes taken away',
    `DELETE FROM interpreted_slopes WHERE interpretation_id = (SELECT id FROM interpretation WHERE run_id = :run)`,
    /Slopes FAM MELT$/,
  ],
  ['the readings of a control', `DELETE FROM control_reading WHERE run_id = :run`, /Control reading A4 FAM$/],
  [
    'what a control was called in its series',
    `UPDATE control_reading SET call = 'TEST_KO' WHERE run_id = :run`,
    /Control reading A4 FAM: call$/,
  ],
  [
    'what the reader of the files said',
    `UPDATE run SET import_report = import_report || '{"notes": ["x"]}' WHERE id = :run`,
    /approved: Import report/,
  ],
  ['an original emptied', `UPDATE run_file SET content = NULL WHERE run_id = :run`, /File 1: content/],
  ['the engine', `UPDATE interpretation SET engine_sha256 = repeat('a', 64) WHERE run_id = :run`, /engine/],
  [
    'the engine, as if there had been none',
    `UPDATE interpretation SET engine_sha256 = NULL WHERE run_id = :run`,
    /approved: Slopes FAM/,
  ],
  ['the state', `UPDATE run SET status = 'REJECTED' WHERE id = :run`, /approved: Run: status/],
  [
    'an approval taken back',
    `UPDATE run SET status = 'WAIT_FOR_APPROVAL' WHERE id = :run`,
    /approved: Run: status/,
  ],
  [
    'a rejection taken back',
    `UPDATE run SET status = 'RUN_TO_INTERPRET' WHERE id = :rejected`,
    /rejected: Run: status/,
  ],
  ['who decided', `UPDATE run SET decided_by_name = 'x' WHERE id = :run`, /Run: decided by, name/],
  [
    'when it was decided',
    `UPDATE run SET decided_at = decided_at - interval '1 day' WHERE id = :run`,
    /Run: decided at/,
  ],
  ['the plate', `UPDATE run SET plate_id = 'P-9' WHERE id = :run`, /Run: plate id/],
  [
    'what was confirmed',
    `UPDATE run_decision SET "check" = jsonb_set("check", '{signed,isAgainstRule}', 'true') WHERE run_id = :run AND decision = 'approve'`,
    /approved: Decision 2 \(approve, .*check, signed, is against rule/,
  ],
  [
    'the reason of a rejection',
    `UPDATE run_decision SET reason = 'x' WHERE run_id = :rejected AND decision = 'reject'`,
    /rejected: Decision 2 \(reject, .*reason/,
  ],
  [
    'a decision taken away',
    `DELETE FROM run_decision WHERE run_id = :run AND decision = 'submit'`,
    /Decision/,
  ],
];

/** As in the list of runs, without anybody having opened the run. */
const listed = (tx: Tx, runId: string) =>
  tx.$queryRaw<
    { isUnchanged: boolean | null }[]
  >`SELECT ${IS_UNCHANGED} AS "isUnchanged" FROM run r WHERE r.id = ${runId}::uuid`;

const NO_SIGNATURE = `DELETE FROM signature WHERE run_id = :run`;
const NO_RECORD = `DELETE FROM decision_record WHERE run_id = :run`;
const REPLACED = `UPDATE interpretation SET run_id = NULL, former_run_id = run_id, replaced_by_id = interpreted_by_id,
  replaced_by_name = 'x', replaced_at = now(), replaced_status = 'REJECTED' WHERE run_id = :run`;
const AGAIN = `INSERT INTO interpretation (id, run_id, laboratory_id, algorithm_version, software_version, input_sha256,
    configuration, configuration_sha256, interpreted_by_id, interpreted_by_name)
  SELECT gen_random_uuid(), former_run_id, laboratory_id, algorithm_version, software_version, input_sha256, configuration,
    configuration_sha256, interpreted_by_id, interpreted_by_name FROM interpretation WHERE former_run_id = :run`;

/** Whose status does not fit its signature; `isListed`: lists tell it before anybody has looked. */
const DECISIONS: readonly {
  readonly what: string;
  readonly statements: readonly string[];
  readonly expected: RegExp;
  readonly isListed: boolean;
}[] = [
  {
    what: 'a waiting run set to approved',
    statements: [
      `UPDATE run SET status = 'APPROVED', decided_by_name = 'Ingrid Lindqvist', decided_at = now() WHERE id = :waiting`,
    ],
    expected: /^waiting: Signature$/,
    isListed: true,
  },
  {
    what: 'an approval without its signature',
    statements: [NO_SIGNATURE],
    expected: /^approved: Signature$/,
    isListed: false,
  },
  {
    what: 'the newest approval stripped: signature, record, and what its entry says of it',
    statements: [
      NO_SIGNATURE,
      NO_RECORD,
      `UPDATE audit_event SET details = details - 'record' WHERE ${ENTRY_OF('run.approve')}`,
      `UPDATE well SET result = 'NEGATIVE' WHERE id = ${A1}`,
    ],
    expected: /^approved: Signature$/,
    isListed: true,
  },
  {
    what: 'the same, with the run waiting again',
    statements: [NO_SIGNATURE, NO_RECORD, `UPDATE run SET status = 'WAIT_FOR_APPROVAL' WHERE id = :run`],
    expected: /^approved: Signature$/,
    isListed: false,
  },
  {
    what: 'an approval brought in from before the chain, which others came before',
    statements: [
      NO_SIGNATURE,
      NO_RECORD,
      `UPDATE audit_event SET brought_in = true WHERE ${ENTRY_OF('run.approve')}`,
    ],
    expected: /^approved: Signature$/,
    isListed: false,
  },
  {
    what: 'an approval made a rejection after which the run was interpreted again',
    statements: [
      `UPDATE signature SET decision = 'REJECTED', meaning = 'reviewed and rejected' WHERE run_id = :run`,
      REPLACED,
      AGAIN,
      `UPDATE run SET status = 'RUN_TO_INTERPRET' WHERE id = :run`,
    ],
    expected: /^approved: Signature$/,
    isListed: false,
  },
  {
    what: 'a rejected run interpreted again, which no entry tells of',
    statements: [
      REPLACED.replaceAll(':run', ':rejected'),
      AGAIN.replaceAll(':run', ':rejected'),
      `UPDATE run SET status = 'RUN_TO_INTERPRET' WHERE id = :rejected`,
    ],
    expected: /^rejected: /,
    isListed: false,
  },
  {
    what: 'an approval after the one that is signed',
    statements: [
      `INSERT INTO audit_event (laboratory_id, number, actor_name, action, entity, entity_id, previous_hash, hash)
       SELECT laboratory_id, number + 1000, 'x', 'run.approve', 'run', entity_id, previous_hash, hash FROM audit_event
       WHERE ${ENTRY_OF('run.approve')}`,
    ],
    expected: /^approved: Signature$/,
    isListed: false,
  },
  {
    what: 'an approval taken back',
    statements: [`UPDATE run SET status = 'RUN_TO_INTERPRET' WHERE id = :run`],
    expected: /^approved: Run: status$/,
    isListed: true,
  },
];

const SIGNATURES: [string, string, RegExp][] = [
  ['who signed', `UPDATE signature SET signer_name = 'x' WHERE run_id = :run`, /^approved: Signature$/],
  ['as what', `UPDATE signature SET signer_role = 'x' WHERE run_id = :run`, /^approved: Signature$/],
  ['when', `UPDATE signature SET at = at + interval '1 ms' WHERE run_id = :run`, /^approved: Signature$/],
  ['the meaning', `UPDATE signature SET meaning = 'seen' WHERE run_id = :run`, /^approved: Signature$/],
  [
    'the signature',
    `UPDATE signature SET signature = repeat('A', 86) || '==' WHERE run_id = :run`,
    /: Signature$/,
  ],
  ['the entry that it names', `UPDATE signature SET entry_number = 1 WHERE run_id = :run`, /Audit entry 1$/],
  ['a signature taken away', `DELETE FROM signature WHERE run_id = :run`, /^approved: Signature$/],
  [
    'a signature of another run',
    `UPDATE signature SET run_id = :run WHERE run_id = :rejected`,
    /rejected: Signature/,
  ],
  ['the key', `UPDATE signing_key SET public_key = repeat('A', 43) || '='`, /approved: Signature: key/],
  ['the keys taken away', `DELETE FROM signing_key`, /approved: Signature: key/],
  [
    'the record that is kept',
    `UPDATE decision_record SET content = '\\x00' WHERE run_id = :run`,
    /approved: Record as it was signed/,
  ],
];

const TRAIL: [string, string, RegExp][] = [
  [
    'what an entry tells',
    `UPDATE audit_event SET details = details || '{"reason": "x"}' WHERE ${ENTRY_OF('run.diagnostic')}`,
    /Entry \d+ is not what was written/,
  ],
  [
    'who did it',
    `UPDATE audit_event SET actor_name = 'x' WHERE ${ENTRY_OF('run.submit')}`,
    /is not what was written/,
  ],
  [
    'when, by a microsecond',
    `UPDATE audit_event SET at = at + interval '1 microsecond' WHERE ${ENTRY_OF('run.import')}`,
    /is not what was written/,
  ],
  [
    'from where',
    `UPDATE audit_event SET address = '10.0.0.1' WHERE ${ENTRY_OF('run.import')}`,
    /not what was written/,
  ],
  ['an entry taken out', `DELETE FROM audit_event WHERE ${ENTRY_OF('run.comment')}`, /Entry \d+ is missing/],
  [
    'an entry put in',
    `INSERT INTO audit_event (laboratory_id, number, actor_name, action, entity, previous_hash, hash)
     SELECT laboratory_id, 0, 'x', 'run.seen', 'run', previous_hash, hash FROM audit_event WHERE ${ENTRY_OF('run.submit')}`,
    /more than one entry|not what was written/,
  ],
  [
    'two entries that changed places',
    `UPDATE audit_event e SET action = o.action, entity_id = o.entity_id, details = o.details FROM audit_event o
     WHERE e.laboratory_id = :lab AND o.laboratory_id = :lab AND e.number IN (3, 4) AND o.number = 7 - e.number`,
    /Entry 3 is not what was written/,
  ],
  [
    'an entry of another laboratory',
    `UPDATE audit_event SET laboratory_id = (SELECT id FROM laboratory WHERE id <> :lab LIMIT 1) WHERE ${ENTRY_OF('run.submit')}`,
    /Demo laboratory North: Entry \d+ is missing/,
  ],
  [
    'the end cut off, and the head set back',
    `WITH gone AS (DELETE FROM audit_event WHERE laboratory_id = :lab
       AND number = (SELECT number FROM audit_head WHERE chain = :lab) RETURNING number, previous_hash)
     UPDATE audit_head h SET number = g.number - 1, hash = g.previous_hash FROM gone g WHERE h.chain = :lab`,
    /is missing: the head exported on/,
  ],
  [
    'all entries and their head gone',
    `WITH gone AS (DELETE FROM audit_event WHERE laboratory_id = :lab) DELETE FROM audit_head WHERE chain = :lab`,
    /Entries 1 to [\d,]+ are missing/,
  ],
  ['the head alone', `UPDATE audit_head SET number = number + 1 WHERE chain = :lab`, /names it/],
];

describe('TRUST-09 what the owner of the database changes is found, and named', () => {
  it('nothing is found while nothing was changed', async () => {
    expect(await foundAfter(() => Promise.resolve())).toEqual([]);
    // What may still be done with a decided run changes nothing of what was signed.
    const lawful =
      sql(`UPDATE run SET ftp_sent = true, archived_at = now(), archived_by_name = 'x', search_text = 'x',
      revision = revision + 1 WHERE id = :run`);
    expect(await foundAfter(lawful)).toEqual([]);
  });

  it.each(RECORD)('of a record: %s', async (_, statement, expected) => {
    expect(await foundAfter(sql(statement))).toContainEqual(expect.stringMatching(expected));
  });

  it.each(SIGNATURES)('of a signature: %s', async (_, statement, expected) => {
    expect(await foundAfter(sql(statement))).toContainEqual(expect.stringMatching(expected));
  });

  it.each(DECISIONS)('TRUST-304 of a decision: $what', async ({ statements, expected, isListed }) => {
    const runId = expected.source.includes('waiting') ? waiting : approved;
    let inList: (boolean | null)[] = [];
    const found = await foundAfter(async (tx) => {
      for (const statement of statements) await sql(statement)(tx);
      await rehash(tx);
      inList = (await listed(tx, runId)).map(({ isUnchanged }) => isUnchanged);
    });
    expect(found).toContainEqual(expect.stringMatching(expected));
    if (isListed) expect(inList).toEqual([false]);
  });

  it('TRUST-305 API-290 a signature whose meaning was changed is told as changed, with what can be shown', async () => {
    const set = (meaning: string) =>
      test.db.$transaction([
        test.db.$executeRaw`SET LOCAL session_replication_role = replica`,
        test.db.$executeRaw`UPDATE signature SET meaning = ${meaning} WHERE run_id = ${approved}::uuid`,
      ]);
    await set('seen');
    const answer = await test.call('tech', 'GET', `/run/${approved}/record`);
    await set('reviewed and approved');
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { state: 'changed', signature: null, differences: [{ what: 'Signature' }] },
    ]);
  });

  it.each(TRAIL)('of the trail: %s', async (_, statement, expected) => {
    expect(await foundAfter(sql(statement))).toContainEqual(expect.stringMatching(expected));
  });

  it('a run, its record and its signature that are all made anew, with a key of one’s own', async () => {
    const own = createSigner(Buffer.alloc(32, 9));
    const found = await foundAfter(async (tx) => {
      await sql(`UPDATE well SET result = 'NEGATIVE' WHERE id = ${A1}`)(tx);
      const record = await readRecord(tx, approved);
      const recordHash = sha256(canonicalJson(record));
      const row = await tx.signature.findFirstOrThrow({ where: { runId: approved } });
      const statement = { ...signatureOf(row).statement, recordHash, keyId: own.keyId };
      await tx.signingKey.create({ data: { id: own.keyId, publicKey: own.publicKey, since: new Date() } });
      await tx.signature.update({
        where: { decisionId: row.decisionId },
        data: { recordHash, keyId: own.keyId, signature: own.sign(statement) },
      });
    });
    expect(found).toContain('approved: Signature: key');
  });

  it('a trail that is hashed anew from an edited entry on', async () => {
    const found = await foundAfter(async (tx) => {
      await sql(`UPDATE audit_event SET actor_name = 'x' WHERE laboratory_id = :lab AND number = 3`)(tx);
      await rehash(tx);
    });
    expect(found).toContainEqual(expect.stringMatching(/is not the one that the signature of run \d+ names/));
  });
});
