import { CHANGED_NOT_SENT, DELIVERY_FAULTS, resultFormatSchema, type Run } from '@curvewell/contracts';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Tx } from '../src/db.ts';
import { AppError } from '../src/errors.ts';
import { readSettled } from '../src/features/decisions/decision-record.ts';
import { deliveryFiles } from '../src/features/deliveries/delivery-files.ts';
import { failureOf } from '../src/features/deliveries/failure.ts';
import { derivedRunFaults } from '../src/features/interpretation/index.ts';
import { withoutRules } from './without-rules.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { decide, interpretedRun, submit } from './run-factory.ts';
import { rehashed, undone } from './tampered.ts';

let test: TestApp;
let run: Run;
let wellId: string;

beforeAll(async () => {
  test = await createTestApp();
  run = await interpretedRun(test, { seed: 31 });
  wellId = run.analyses[0]?.wells['A1']?.id ?? '';
  const { id } = await test.db.diagnosticColor.findFirstOrThrow({
    where: { diagnosticName: 'HETEROZYGOUS', kit: { name: 'LCT-13910' } },
  });
  const url = `/run/${run.id}/interpreted-wells?wellIds=${wellId}`;
  await test.call('tech', 'PATCH', url, { id, comment: 'Second peak is clear' });
  await test.call('tech', 'POST', `/run/${run.id}/comment`, { value: 'Looked at twice.' });
  const comments = await test.call('tech', 'POST', `/run/${run.id}/well/${wellId}/comment`, {
    value: 'Fine.',
  });
  const [comment] = comments.json<{ id: string }[]>();
  await test.call('tech', 'PATCH', `/run/${run.id}/comment/${comment?.id ?? ''}`, { value: 'A fine curve.' });
});
afterAll(() => test.close());

const A1 = `(SELECT w.id FROM well w WHERE w.run_id = :run AND w.position = 'A1')`;
const IW1 = `(SELECT iw.id FROM interpreted_well iw WHERE iw.well_id = ${A1})`;
const CHANGE = `state = 'UPDATED' AND interpreted_well_id = ${IW1}`;
const ENTRY = (action: string) =>
  `id = (SELECT max(id) FROM audit_event WHERE entity_id = :run::text AND action = '${action}')`;

const execute = (tx: Tx, statement: string) =>
  tx.$executeRawUnsafe(statement.replaceAll(':run', `'${run.id}'`));

/** What is found of a run that somebody has changed in the database, which is then undone. */
const faultsAfter = (statements: readonly string[], { again = true, rechained = false } = {}) =>
  undone(test.db, async (tx) => {
    for (const statement of statements) await execute(tx, statement);
    if (rechained) await rehashed(tx, run.laboratory.id);
    const settled = (await readSettled(tx, run.id))?.text ?? '';
    const needs = { db: tx, analysisWorkers: test.app.analysisWorkers };
    const faults = await derivedRunFaults(needs, {
      ...{ runId: run.id, laboratoryId: run.laboratory.id, settled, again },
    });
    return faults.map(({ what }) => what);
  });

const NEGATIVE = `(SELECT diagnostic_color FROM interpreted_well_diagnostic d JOIN interpreted_well o ON o.id = d.interpreted_well_id
  JOIN well w ON w.id = o.well_id WHERE w.run_id = :run AND w.position = 'A4' AND d.state = 'INITIAL')`;
const RESULTS: [string, string[], RegExp][] = [
  ['the result of a well', [`UPDATE well SET result = 'NEGATIVE' WHERE id = ${A1}`], /^A1 FAM: result$/],
  ['its score', [`UPDATE well SET score = 0.5 WHERE id = ${A1}`], /^A1 FAM: score$/],
  [
    'the suggested result',
    [
      `UPDATE interpreted_well_diagnostic SET diagnostic_color = ${NEGATIVE} WHERE state = 'INITIAL' AND interpreted_well_id = ${IW1}`,
    ],
    /^A1 FAM: suggested diagnostic$/,
  ],
  [
    'the verdict of a control',
    [
      `UPDATE well SET result = 'TEST_KO' WHERE run_id = :run AND position = 'A4'`,
      `UPDATE interpreted_well SET explanation = jsonb_set(explanation, '{diagnostic}', '"TEST_KO"')
       WHERE well_id = (SELECT id FROM well WHERE run_id = :run AND position = 'A4')`,
    ],
    /^A4 FAM: /,
  ],
  [
    'result, explanation and suggested result, all fitting',
    [
      `UPDATE well SET result = 'HOMOZYGOUS_MUTATED' WHERE id = ${A1}`,
      `UPDATE interpreted_well t SET explanation = o.explanation FROM interpreted_well o JOIN well w ON w.id = o.well_id
       WHERE t.id = ${IW1} AND w.run_id = :run AND w.position = 'A3'`,
      `UPDATE interpreted_well_diagnostic t SET diagnostic_color = d.diagnostic_color
       FROM interpreted_well_diagnostic d JOIN interpreted_well o ON o.id = d.interpreted_well_id JOIN well w ON w.id = o.well_id
       WHERE t.state = 'INITIAL' AND t.interpreted_well_id = ${IW1} AND d.state = 'INITIAL' AND w.run_id = :run AND w.position = 'A3'`,
    ],
    /^A1 FAM: as it was interpreted$/,
  ],
  [
    'the names of two samples',
    [
      `UPDATE well SET name = CASE position WHEN 'A1' THEN 'S-3' ELSE 'S-1' END WHERE run_id = :run AND position IN ('A1', 'A3')`,
    ],
    /^A3 FAM: as it was interpreted$/,
  ],
  ['an order', [`UPDATE well SET order_id = 'O-9' WHERE id = ${A1}`], /^A1 FAM: as it was interpreted$/],
  [
    'a sample type',
    [`UPDATE well SET sample_type = 'DNA' WHERE id = ${A1}`],
    /^A1 FAM: as it was interpreted$/,
  ],
  [
    'a setting of the kit',
    [
      `UPDATE interpretation SET configuration = jsonb_set(configuration, '{assays,0,phases,0,minQuality}', '0.01') WHERE run_id = :run`,
    ],
    /^Interpretation: as it was interpreted$/,
  ],
  [
    'who interpreted',
    [`UPDATE interpretation SET interpreted_by_name = 'x' WHERE run_id = :run`],
    /^Interpretation: /,
  ],
  [
    'the engine',
    [`UPDATE interpretation SET engine_sha256 = repeat('a', 64) WHERE run_id = :run`],
    /^Interpretation: /,
  ],
  [
    'a result, and the hashes that are kept',
    [
      `UPDATE well SET score = 0.5 WHERE id = ${A1}`,
      `UPDATE interpretation SET result_hashes = NULL WHERE run_id = :run`,
    ],
    /^Interpretation: as it was interpreted$/,
  ],
  [
    'a reading',
    [`UPDATE run_curves SET values = set_byte(values, 806, 12) WHERE run_id = :run AND phase = 'MELT'`],
    /: called again: /,
  ],
  [
    'no entry of the interpretation',
    [`UPDATE audit_event SET action = 'run.seen' WHERE ${ENTRY('run.interpret')}`],
    /^Interpretation$/,
  ],
  [
    'what an entry says',
    [`UPDATE audit_event SET details = details || '{"wells": 9}' WHERE ${ENTRY('run.interpret')}`],
    /^Audit entry \d+$/,
  ],
  [
    'the hash in the entry',
    [`UPDATE audit_event SET details = details - 'proof' WHERE ${ENTRY('run.interpret')}`],
    /^Interpretation: as it was interpreted$/,
  ],
];

const CHANGES: [string, string[], RegExp][] = [
  ['one taken away', [`DELETE FROM interpreted_well_diagnostic WHERE ${CHANGE}`], /^Changed by hand$/],
  [
    'one put in, in the name of a physician',
    [
      `INSERT INTO interpreted_well_diagnostic (id, interpreted_well_id, laboratory_id, state, diagnostic_color, comment, by_id, by_name, at)
       SELECT gen_random_uuid(), o.id, o.laboratory_id, 'UPDATED', ${NEGATIVE}, 'Checked', u.id, 'Ingrid Lindqvist', now()
       FROM interpreted_well o JOIN well w ON w.id = o.well_id, app_user u
       WHERE w.run_id = :run AND w.position = 'A3' AND u.login = 'physician'`,
      `UPDATE well SET diagnostic_comment = 'Checked' WHERE run_id = :run AND position = 'A3'`,
    ],
    /^A3 FAM: changed by hand$/,
  ],
  [
    'the same one twice',
    [
      `INSERT INTO interpreted_well_diagnostic (id, interpreted_well_id, laboratory_id, state, diagnostic_color, comment, by_id, by_name, at)
       SELECT gen_random_uuid(), interpreted_well_id, laboratory_id, state, diagnostic_color, comment, by_id, by_name, at
       FROM interpreted_well_diagnostic WHERE ${CHANGE}`,
    ],
    /^A1 FAM: changed by hand$/,
  ],
  [
    'to what',
    [`UPDATE interpreted_well_diagnostic SET diagnostic_color = ${NEGATIVE} WHERE ${CHANGE}`],
    /^A1 FAM: changed by hand$/,
  ],
  ['why', [`UPDATE interpreted_well_diagnostic SET comment = 'x' WHERE ${CHANGE}`], /^A1 FAM: reason$/],
  [
    'by whom',
    [`UPDATE interpreted_well_diagnostic SET by_name = 'x' WHERE ${CHANGE}`],
    /^A1 FAM: changed by hand$/,
  ],
  [
    'when',
    [`UPDATE interpreted_well_diagnostic SET at = at + interval '1 ms' WHERE ${CHANGE}`],
    /^A1 FAM: changed by hand$/,
  ],
  [
    'of which well',
    [
      `UPDATE interpreted_well_diagnostic SET interpreted_well_id = (SELECT o.id FROM interpreted_well o JOIN well w ON w.id = o.well_id
      WHERE w.run_id = :run AND w.position = 'A3') WHERE ${CHANGE}`,
    ],
    /^A3 FAM: changed by hand$/,
  ],
  [
    'the reason with the well',
    [`UPDATE well SET diagnostic_comment = 'x' WHERE id = ${A1}`],
    /^A1 FAM: reason$/,
  ],
  [
    'a comment',
    [`UPDATE comment SET value = 'x' WHERE run_id = :run AND well_id IS NULL`],
    /^Comment of Tara Holm$/,
  ],
  [
    'a comment that was edited',
    [`UPDATE comment SET value = 'x' WHERE run_id = :run AND well_id IS NOT NULL`],
    /on A1 FAM$/,
  ],
  [
    'a comment taken away',
    [`DELETE FROM comment WHERE run_id = :run AND well_id IS NOT NULL`],
    /^Comment of audit entry \d+$/,
  ],
  [
    'a comment put in',
    [
      `INSERT INTO comment (id, run_id, laboratory_id, author_id, author_name, value)
      SELECT gen_random_uuid(), id, laboratory_id, created_by_id, created_by_name, 'Fine' FROM run WHERE id = :run`,
    ],
    /^Comment of Tara Holm$/,
  ],
];

describe('before a decision', () => {
  it('TRUST-300 what was interpreted and changed in the product follows from the audit trail, and is called again', async () => {
    expect(await faultsAfter([])).toEqual([]);
  });

  it.each(RESULTS)(
    'TRUST-300 results changed in the database are named: %s',
    async (_, statements, expected) => {
      expect(await faultsAfter(statements)).toContainEqual(expect.stringMatching(expected));
    },
  );

  it.each(CHANGES)(
    'TRUST-301 changes by hand and comments are named: %s',
    async (_, statements, expected) => {
      expect(await faultsAfter(statements, { again: false })).toContainEqual(expect.stringMatching(expected));
    },
  );

  const OLD = [
    `UPDATE interpretation SET engine_sha256 = NULL, result_hashes = NULL WHERE run_id = :run`,
    `UPDATE audit_event SET details = details - 'proof' - 'engineSha256' WHERE entity_id = :run::text`,
  ];
  it.each<[string, string[], string[]]>([
    ['nothing', [], []],
    ['a result', [`UPDATE well SET result = 'NEGATIVE' WHERE id = ${A1}`], ['A1 FAM: result']],
    [
      'an explanation',
      [
        `UPDATE interpreted_well SET explanation = jsonb_set(explanation, '{phases,0,noise}', '9') WHERE id = ${IW1}`,
      ],
      ['A1 FAM: called again: phases, 1, noise'],
    ],
    [
      'who changed it',
      [`UPDATE interpreted_well_diagnostic SET by_id = gen_random_uuid() WHERE ${CHANGE}`],
      ['A1 FAM: changed by hand', 'Changed by hand'],
    ],
  ])(
    'TRUST-302 runs of before there were hashes are called again and held against what entries say: %s',
    async (_, statements, expected) => {
      expect(await faultsAfter([...OLD, ...statements], { rechained: true })).toEqual(expected);
    },
  );

  it('TRUST-303 neither is submitted nor approved what does not follow, and the answer names the well', async () => {
    const change = (result: string) => test.db.well.updateMany({ where: { id: wellId }, data: { result } });
    const { result } = await test.db.well.findUniqueOrThrow({ where: { id: wellId } });
    await change('NEGATIVE');
    const refused = await submit(test, run.id);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      {
        code: 'record-changed',
        message: expect.stringMatching(
          /A1 FAM: result: expected HOMOZYGOUS_WILD_TYPE, found NEGATIVE\..*Interpret the run again/,
        ) as string,
      },
    ]);
    await change(result ?? '');
    expect((await submit(test, run.id)).statusCode).toBe(200);
    // Only a second look at the curves tells this.
    await test.db.$executeRaw`
      UPDATE run_curves SET values = set_byte(values, 806, get_byte(values, 806) # 8)
      WHERE run_id = ${run.id}::uuid AND phase = 'MELT'`;
    const notApproved = await decide(test, run.id);
    expect([notApproved.statusCode, notApproved.json()]).toMatchObject([
      409,
      { code: 'record-changed', message: expect.stringMatching(/called again.*Reject the run/) as string },
    ]);
    await test.db.$executeRaw`
      UPDATE run_curves SET values = set_byte(values, 806, get_byte(values, 806) # 8)
      WHERE run_id = ${run.id}::uuid AND phase = 'MELT'`;
    expect((await decide(test, run.id)).statusCode).toBe(200);
  });
});

describe('what leaves the laboratory', () => {
  const FORMATS = ['PDF', 'XLSX', 'CSV'] as const;
  const exported = (format: string) =>
    resultFormatSchema.safeParse(format).success
      ? test.call('tech', 'POST', `/run/export/${run.id}/results`, { format })
      : test.call('tech', 'POST', `/run/export/${run.id}`, { format });

  it('TRUST-310 TRUST-311 is no run that is not what was signed, in any format, unless the laboratory has it marked', async () => {
    const formats = [...FORMATS, ...resultFormatSchema.options];
    for (const format of formats)
      expect([format, (await exported(format)).statusCode]).toEqual([format, 200]);
    await withoutRules(test.db, (tx) => tx.well.updateMany({ where: { id: wellId }, data: { name: 'S-9' } }));
    for (const format of formats) {
      const answer = await exported(format);
      expect([format, answer.statusCode, answer.json()]).toMatchObject([
        format,
        409,
        { code: 'record-changed', message: expect.stringMatching(/is not what was signed/) as string },
      ]);
    }
    expect((await test.call('tech', 'GET', `/run/${run.id}`)).json()).toMatchObject({ record: 'changed' });

    const laboratory = await test.db.laboratory.findUniqueOrThrow({ where: { id: run.laboratory.id } });
    const { id } = await test.db.appUser.findUniqueOrThrow({ where: { login: 'physician' } });
    const sender = {
      ...{ userId: id, login: '', name: 'Sender', enabled: true, laboratory, roles: [], role: '' },
      ...{ permissions: new Set<never>(), rightsOnHold: false, signedInAt: null, requestId: 'delivery' },
    };
    const delivery = { runId: run.id, requestedAt: new Date() };
    // A delivery, also of the original files alone, ends until somebody has looked.
    const refused = await deliveryFiles(test.app, sender, { ...delivery, parts: ['FILES'] }).catch(
      (error: unknown) => (error instanceof AppError ? failureOf(error, null) : error),
    );
    expect(refused).toMatchObject({ fault: 'record-changed', message: CHANGED_NOT_SENT });
    expect(DELIVERY_FAULTS['record-changed'].mends).toBe('person');

    await test.db.laboratory.update({
      where: { id: run.laboratory.id },
      data: { rules: { changedRunsLeave: true } },
    });
    const lis = (await exported('LIS_CSV')).body.split('\r\n');
    expect(lis[1]).toContain('entered-in-error');
    expect(lis.join('\n')).not.toContain('HETEROZYGOUS');
    const fhir = (await exported('FHIR')).body;
    expect(fhir).toContain('"status": "entered-in-error"');
    expect(fhir).not.toContain('"status": "final"');
    expect((await exported('CSV')).body).toMatch(/Notice.*\r\n.*NOT WHAT WAS SIGNED/);
    const pdf = await getDocumentProxy(new Uint8Array((await exported('PDF')).rawPayload));
    const { text } = await extractText(pdf, { mergePages: false });
    for (const page of text) expect(page.match(/NOT WHAT WAS SIGNED/g)?.length).toBeGreaterThanOrEqual(2);
    for (const format of ['XLSX', 'RDML']) expect((await exported(format)).statusCode).toBe(200);
    expect((await deliveryFiles(test.app, sender, { ...delivery, parts: ['FILES'] })).length).toBe(1);
  });
});
