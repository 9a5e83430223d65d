import { CHANGED_NOT_SENT, DELIVERY_FAULTS, resultFormatSchema, type Run } from '@curvewell/domain';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Tx } from '../src/database/db.ts';
import { AppError } from '../src/errors.ts';
import { readSettled } from '../src/features/decisions/decision-record.ts';
import { deliveryFiles } from '../src/features/deliveries/delivery-files.ts';
import { failureOf } from '../src/features/deliveries/failure.ts';
import { derivedRunFaults } from '../src/features/interpretation/index.ts';
import { loadStoredCurves, readStoredCurves, storedCurves } from '../src/curves/index.ts';
import { Prisma } from '../src/generated/prisma/client.ts';
import { withoutRules } from './without-rules.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { decide, interpretedRun, submit } from './run-factory.ts';
import { rehashed, undone } from './tamperings/undone.ts';
import { changeWellsAt, wellsKept, wellsSet } from './change-wells.ts';
import { WHOLE_RESULTS } from './whole-results.ts';

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
  await test.call('tech', 'PUT', `/run/${run.id}/comment/${comment?.id ?? ''}`, { value: 'A fine curve.' });
});
afterAll(() => test.close());

const A1 = `(SELECT w.id FROM well w WHERE w.run_id = :run AND w.position = 'A1')`;
const CHANGE = `well_id = ${A1}`;

const execute = (tx: Tx, statement: string) =>
  tx.$executeRawUnsafe(statement.replaceAll(':run', `'${run.id}'`));

/** The faults found after a change in the database, which is rolled back. */
const faultsAfter = (statements: readonly string[], { again = true, rechained = false } = {}) =>
  undone(test.db, async (tx) => {
    for (const statement of statements) await execute(tx, statement);
    if (rechained) await rehashed(tx, run.laboratory.id);
    const settled = (await readSettled(tx, run.id))?.text ?? '';
    const dependencies = { db: tx, analysisWorkers: test.app.analysisWorkers };
    const faults = await derivedRunFaults(dependencies, {
      runId: run.id,
      laboratoryId: run.laboratory.id,
      settled,
      again,
    });
    return faults.map(({ what }) => what);
  });

describe('before a decision', () => {
  it('TRUST-300 results interpreted and changed in the product follow from the audit trail, and are called again', async () => {
    expect(await faultsAfter([])).toEqual([]);
  });

  const WITHOUT_WELLS = [
    `UPDATE audit_event SET details = details #- '{parts,wells}' WHERE entity_id = :run::text`,
  ];
  const OLD = [
    `UPDATE interpretation SET engine_sha256 = NULL, result_hashes = NULL WHERE run_id = :run`,
    `UPDATE audit_event SET details = details - 'proof' - 'engineSha256' WHERE entity_id = :run::text`,
  ];
  it.each<[string, string[], string[]]>([
    ['nothing', [], []],
    ['a result', [wellsSet(`w.position = 'A1'`, { result: 'NEGATIVE' })], ['A1 FAM: result']],
    [
      'an explanation',
      [
        `UPDATE interpretation SET explanation_text = NULL, results = jsonb_set(${WHOLE_RESULTS}, ARRAY['wells', ${A1}::text, 'explanation', 'phases', '0', 'noise'], '9') WHERE run_id = :run`,
      ],
      ['A1 FAM: recomputed call: phases, 1, noise'],
    ],
    [
      'who changed it',
      [`UPDATE interpreted_well_diagnostic SET by_id = gen_random_uuid() WHERE ${CHANGE}`],
      ['A1 FAM: override', 'Override'],
    ],
  ])(
    'TRUST-302 runs without hashes are called again and compared with the audit entries: %s',
    async (_, statements, expected) => {
      expect(await faultsAfter([...OLD, ...statements], { rechained: true })).toEqual(expected);
    },
  );

  const ADDED = wellsKept('true', `'[{"position":"H12","name":"S-99"}]'`);
  it.each<[string, string[], string[]]>([
    ['in the database', [ADDED], ['Wells']],
    ['where the entry does not keep their hash', [...WITHOUT_WELLS, ADDED], []],
  ])('TRUST-461 a well that was not interpreted is named: %s', async (_, statements, expected) => {
    expect(await faultsAfter(statements, { rechained: true })).toEqual(expected);
  });

  it('TRUST-303 results that do not follow can be neither submitted nor approved, and the response names the well', async () => {
    const at = { runId: run.id, position: 'A1' };
    const change = (result: string) => changeWellsAt(test.db, at, { result });
    const { result } = await test.db.well.findFirstOrThrow({ where: at });
    await change('NEGATIVE');
    const refused = await submit(test, run.id);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      {
        code: 'record-changed',
        message: expect.stringMatching(
          /A1 FAM: result: expected HOMOZYGOUS_WILD_TYPE, found NEGATIVE\..*Reinterpret the run/,
        ) as string,
      },
    ]);
    await change(result ?? '');
    expect((await submit(test, run.id)).statusCode).toBe(200);
    // Only calling the curves again reveals this.
    const where = { runId: run.id, phase: 'MELT', channel: 'FAM' } as const;
    const [stored] = await loadStoredCurves(test.db, { runId: run.id, where: Prisma.sql`phase = 'MELT'` });
    if (stored === undefined) throw new Error('the run has no melting curves');
    const changed = [...readStoredCurves(stored)].map(([position, { temperature, value }]) => ({
      ...stored,
      position,
      temperature,
      value: value.map((reading, index) => (position === 'A1' && index === 10 ? reading + 8 : reading)),
    }));
    const { packed, ...described } = storedCurves(changed);
    await test.db.runCurves.updateMany({ where, data: { ...described, packed, packedSha256: null } });
    const notApproved = await decide(test, run.id);
    expect([notApproved.statusCode, notApproved.json()]).toMatchObject([
      409,
      {
        code: 'record-changed',
        message: expect.stringMatching(/recomputed call.*Reject and reinterpret the run/) as string,
      },
    ]);
    await test.db.runCurves.updateMany({ where, data: { ...stored, packed: null } });
    expect((await decide(test, run.id)).statusCode).toBe(200);
  });
});

describe('exports', () => {
  const FORMATS = ['PDF', 'XLSX', 'CSV'] as const;
  const exported = (format: string) =>
    resultFormatSchema.safeParse(format).success
      ? test.call('tech', 'POST', `/run/export/${run.id}/results`, { format })
      : test.call('tech', 'POST', `/run/export/${run.id}`, { format });

  it('TRUST-310 TRUST-311 exclude a run that differs from what was signed, in every format, unless the laboratory allows marked exports', async () => {
    const formats = [...FORMATS, ...resultFormatSchema.options];
    for (const format of formats)
      expect([format, (await exported(format)).statusCode]).toEqual([format, 200]);
    await withoutRules(test.db, (tx) =>
      changeWellsAt(tx, { runId: run.id, position: 'A1' }, { name: 'S-9' }),
    );
    for (const format of formats) {
      const answer = await exported(format);
      expect([format, answer.statusCode, answer.json()]).toMatchObject([
        format,
        409,
        { code: 'record-changed', message: expect.stringMatching(/differs from what was signed/) as string },
      ]);
    }
    expect((await test.call('tech', 'GET', `/run/${run.id}`)).json()).toMatchObject({ record: 'changed' });

    const laboratory = await test.db.laboratory.findUniqueOrThrow({ where: { id: run.laboratory.id } });
    const { id } = await test.db.appUser.findUniqueOrThrow({ where: { login: 'physician' } });
    const sender = {
      userId: id,
      login: '',
      name: 'Sender',
      enabled: true,
      laboratory,
      roles: [],
      role: '',
      permissions: new Set<never>(),
      permissionsOnHold: false,
      signedInAt: null,
      requestId: 'delivery',
    };
    const delivery = { runId: run.id, requestedAt: new Date() };
    // Deliveries stop, even of original files alone, until a user has reviewed the run.
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
