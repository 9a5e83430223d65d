import { gunzipSync } from 'node:zlib';

import { interpretationCalls } from '@curvewell/contracts';
import { describeCall, type ExpressionSettings, noRuleText, type Run, unpackPoints } from '@curvewell/domain';
import { generateRdmlXml, syntheticRun, withAmplification } from '@curvewell/instruments/generate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from './create-test-app.ts';
import {
  chartOf,
  exportedVersion,
  expectSameCalls,
  importVersion,
  verifiedAfterApproval,
} from './kit-settings.ts';
import { lisLines, pdfText, sentResults } from './ordered-runs.ts';
import { configuration, importFiles } from './run-factory.ts';
import { fhirBundleSchema } from '../src/features/exports/results/fhir-schema.ts';

let test: TestApp;
let versionId = '';

const SETTINGS = [{ channel: 'FAM' as const, latestCycle: 35 }];
const AMPLIFIED: ExpressionSettings = {
  firstOperand: { amplification: 'FAM' },
  operator: 'IS',
  secondOperand: { amplification: 'amplified' },
};

/** No well melts: only amplification tells an empty well from a true negative. Null: the file states no Cq. */
const CQS: Readonly<Record<string, number | 'none' | 'empty' | 'straight' | null>> = {
  /** The file states a Cq, and the curve agrees. */
  A1: 27.4,
  /** The file states nothing, and the curve amplifies at 28. */
  A2: null,
  /** Later than the kit allows. */
  A3: 37.2,
  /** Neither. */
  A4: 'none',
  /** The file states a Cq in a well whose curve does not rise. */
  A5: 'empty',
  /** The file states nothing, and the curve rises straight. */
  A6: 'straight',
};

const straightRise = (now: number, index: number) => now + 800 * Math.min(1, Math.max(0, (index - 14) / 10));

async function importedAmplified(isAmplified: boolean): Promise<Run> {
  const melting = syntheticRun({
    plateType: 'RECTANGULAR_96',
    channels: ['FAM'],
    phases: ['MELT', 'ANNEAL'],
    temperature: { from: 45, to: 72, step: 0.2 },
    noise: 3,
    seed: 5,
    wells: Object.keys(CQS).map((position) => ({
      position,
      name: `S-${position}`,
      sampleType: null,
      melts: [],
    })),
  });
  const run = withAmplification(melting, {
    cycleCount: 45,
    cqOf: (position) => {
      const cq = CQS[position] ?? 28;
      return typeof cq === 'number' ? cq : null;
    },
  });
  const amplification = run.amplification?.map((curve) => {
    const cq = CQS[curve.position] ?? null;
    if (cq === 'straight') return { ...curve, value: curve.value.map(straightRise), cq: null };
    return { ...curve, cq: cq === 'empty' ? 24 : cq };
  });
  const files = generateRdmlXml(isAmplified && amplification ? { ...run, amplification } : melting);
  const answer = await importFiles(test, { files });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Run>();
}

async function interpreted(run: Run): Promise<Run> {
  const saved = await test.call('tech', 'PUT', `/run/${run.id}`, await configuration(test.db, run));
  expect(saved.statusCode, saved.body).toBe(200);
  const answer = await test.call('tech', 'POST', `/run/${run.id}/interpret`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Run>();
}

/** The rule of NONE in FAM asks if FAM has amplified before it says Negative. */
async function switchOn(): Promise<void> {
  await test.db.kitVersion.update({ where: { id: versionId }, data: { amplification: SETTINGS } });
  const where = { kitVersionId: versionId, channel: 'FAM' as const, zones: { equals: [] } };
  const changed = await test.db.combinationRule.updateMany({ where, data: { expressions: [AMPLIFIED] } });
  expect(changed.count).toBeGreaterThan(0);
}

let run: Run;
let without: Run;
beforeAll(async () => {
  test = await createTestApp();
  const where = { version: 'v2', kit: { name: 'LCT-13910' } };
  ({ id: versionId } = await test.db.kitVersion.findFirstOrThrow({ where }));
  await switchOn();
  run = await interpreted(await importedAmplified(true));
  without = await interpreted(await importedAmplified(false));
}, 90_000);
afterAll(() => test.close());

const callAt = async (of: Run, position: string) => {
  const { explanation } = (await chartOf(test, of)).get(position)!;
  return { explanation, answer: explanation.amplification?.[0], diagnostic: explanation.diagnostic };
};

describe('a kit version whose rule asks if a channel has amplified', () => {
  it('DIAG-81 calls a well Negative if it has amplified, by the file or by its curve', async () => {
    const stated = await callAt(run, 'A1');
    expect([stated.diagnostic, stated.answer]).toEqual([
      'NEGATIVE',
      { channel: 'FAM', outcome: 'amplified', fault: null, cq: 27.4, source: 'file', latestCycle: 35 },
    ]);
    const computed = await callAt(run, 'A2');
    expect(computed.diagnostic).toBe('NEGATIVE');
    expect(computed.answer).toMatchObject({ outcome: 'amplified', source: 'curve' });
    expect(Math.abs((computed.answer?.cq ?? 0) - 28)).toBeLessThan(0.75);
  });

  it('DIAG-82 makes no call of a well that has not amplified, amplifies late, or contradicts itself', async () => {
    const late = await callAt(run, 'A3');
    expect([late.diagnostic, late.answer?.outcome]).toEqual([null, 'not-amplified']);
    const none = await callAt(run, 'A4');
    expect([none.diagnostic, none.answer?.outcome, none.answer?.cq]).toEqual([null, 'not-amplified', null]);
    const contradicted = await callAt(run, 'A5');
    expect([contradicted.diagnostic, contradicted.answer?.fault]).toEqual([null, 'sources-differ']);
  });

  it('DIAG-83 never calls a well Negative in a run without amplification, and gives the reason', async () => {
    const { diagnostic, answer, explanation } = await callAt(without, 'A1');
    expect([diagnostic, answer?.outcome, answer?.fault]).toEqual([null, 'not-known', 'no-data']);
    expect(noRuleText(explanation)).toContain('because it is not known if FAM has amplified: no diagnostic');
  });

  it('REVIEW-407 “Why?” states the Cq, its limit and its source', async () => {
    const well = (await chartOf(test, run)).get('A1')!;
    expect(describeCall(well).amplification).toEqual([
      'FAM: Amplified: Cq 27.4, at most 35 (from the file).',
    ]);
  });

  it('EXPORT-150 the CSV states the answer for each well in a last column', async () => {
    const csv = async ({ id }: Run) =>
      (await test.call('tech', 'POST', `/run/export/${id}`, { format: 'CSV' })).body;
    const text = await csv(run);
    expect(text).toContain('Amplification (not quantification)');
    expect(text).toContain('FAM: Amplified: Cq 27.4, at most 35 (from the file).');
    expect(text).toContain('FAM: Not amplified: no Cq (from the file).');
    expect(await csv(without)).toContain('the run has no amplification of this well in this channel');
  });

  it('EXPORT-162 the LIS file has the Cq of each well with its source, and says that it is not a quantification', async () => {
    const lines = await lisLines(test, run);
    const of = (position: string) => lines.find((line) => line['position'] === position);
    expect(of('A1')).toMatchObject({ cq: 'A1 FAM 27.4 file', cq_note: 'not a quantification' });
    expect(of('A4')).toMatchObject({ cq: 'A4 FAM none file' });
    expect(of('A5')).toMatchObject({ cq: 'A5 FAM unknown' });
  });

  it('TRUST-646 LIS and FHIR say of a Cq after the latest cycle that the channel has not amplified', async () => {
    const late = (await lisLines(test, run)).find(({ position }) => position === 'A3');
    expect(late?.['cq']).toMatch(/^A3 FAM [\d.]+ file later than 35$/);
    expect(await sentResults(test, run, 'FHIR')).toContain(
      'Cq, FAM, from the file, later than 35: not amplified; not a quantification',
    );
  });

  it('EXPORT-182 LIS and FHIR say that no amplification, or none that is known, is why there is no result', async () => {
    const lines = await lisLines(test, run);
    const of = (position: string) => lines.find((line) => line['position'] === position);
    expect(of('A4')?.['no_result_codes']).toBe('NO_DIAGNOSTIC NOT_AMPLIFIED');
    expect(of('A4')?.['no_result_reason']).toMatch(/ FAM: Not amplified: no Cq \(from the file\)\.$/);
    expect(of('A5')?.['no_result_codes']).toBe('NO_DIAGNOSTIC AMPLIFICATION_NOT_KNOWN');
    expect(of('A5')?.['no_result_reason']).toContain('FAM: Not known if amplified: the file and its curve');
    expect(of('A1')).toMatchObject({ no_result_codes: '', result_code: 'NEGATIVE' });
    expect(await sentResults(test, run, 'FHIR')).toContain('FAM: Not amplified: no Cq (from the file).');
  });

  it('EXPORT-163 FHIR has the Cq as a component of the well, or the reason why it is not known', async () => {
    const { entry } = fhirBundleSchema.parse(JSON.parse(await sentResults(test, run, 'FHIR')));
    const cqOf = (position: string) =>
      entry
        .flatMap(({ resource }) => (resource.resourceType === 'Observation' ? [resource] : []))
        .find(({ identifier }) => identifier.some(({ value }) => value === position))
        ?.component?.find(({ code }) => code.text?.startsWith('Cq, FAM'));
    expect(cqOf('A1')).toEqual({
      code: { text: 'Cq, FAM, from the file; not a quantification' },
      valueQuantity: { value: 27.4, unit: 'cycles', system: 'http://unitsofmeasure.org', code: '{cycles}' },
    });
    expect(cqOf('A4')?.valueCodeableConcept).toEqual({ text: 'No Cq' });
    expect(cqOf('A5')).toMatchObject({
      code: { text: 'Cq, FAM; not a quantification' },
      dataAbsentReason: { text: 'The file and its curve give different answers.' },
    });
  });

  it('EXPORT-164 the report states the answer under each row, and once that it is not a quantification', async () => {
    const pdf = await test.call('tech', 'POST', `/run/export/${run.id}`, { format: 'PDF' });
    const text = await pdfText(pdf.rawPayload);
    expect(text).toContain('Amplification: FAM: Amplified: Cq 27.4, at most 35 (from the file).');
    expect(text.match(/A Cq is not a quantification/g)).toHaveLength(1);
  });

  it('TRUST-613 the same results follow from the signed record and the original files', async () => {
    const findings = await verifiedAfterApproval(test, run);
    expectSameCalls(findings, 6);
  });

  it('TRUST-613 so do those of a run from before amplification was stored, whose files contain it', async () => {
    const former = await importedAmplified(true);
    await test.db.runAmplification.deleteMany({ where: { runId: former.id } });
    await interpreted(former);
    const { diagnostic, answer } = await callAt(former, 'A1');
    expect([diagnostic, answer?.fault]).toEqual([null, 'no-data']);
    expectSameCalls(await verifiedAfterApproval(test, former), 6);
  });

  it('TRUST-614 the amplification of a decided run can be neither deleted, changed nor added', async () => {
    const [row] = await test.db.runAmplification.findMany({ where: { runId: run.id } });
    const where = { runId: run.id };
    await expect(test.db.runAmplification.deleteMany({ where })).rejects.toThrow();
    await expect(
      test.db.runAmplification.updateMany({ where, data: { contentSha256: 'f'.repeat(64) } }),
    ).rejects.toThrow();
    await expect(
      test.db.blob.deleteMany({ where: { runId: run.id, sha256: row!.packedSha256 } }),
    ).rejects.toThrow();
    const { content } = await test.db.decisionRecord.findFirstOrThrow({ where });
    expect(gunzipSync(content).toString()).toContain(
      `"amplification":{"contentSha256":"${row!.contentSha256}","packedSha256":"${row!.packedSha256}"}`,
    );
  });
});

describe('the amplification of a run', () => {
  it('IMPORT-143 is one blob, named with the hash of its content, and in the import report', async () => {
    const stored = await test.db.runAmplification.findMany({ where: { runId: run.id } });
    expect(stored).toHaveLength(1);
    expect(await test.db.runAmplification.count({ where: { runId: without.id } })).toBe(0);
    expect(run.importReport.amplification).toMatchObject([{ channel: 'FAM', cycleCount: 45, wellCount: 6 }]);
  });

  it('TRUST-648 is shown with the Cq of the method with which the run was interpreted', async () => {
    const former = await interpreted(await importedAmplified(true));
    const shown = async () => {
      const answer = await test.call('tech', 'GET', `/run/${former.id}/amplification`);
      const [fam] = interpretationCalls.amplification.answer.parse(answer.json());
      const { source, fault } = fam!.wells.find(({ position }) => position === 'A6')!;
      return { source, fault };
    };
    expect(await shown()).toEqual({ source: null, fault: 'not-exponential' });
    await test.db.$executeRaw`
      UPDATE interpretation SET configuration =
        replace(configuration::text, 'curvewell-amplification/3', 'curvewell-amplification/2')::jsonb
      WHERE run_id = ${former.id}::uuid`;
    expect(await shown()).toEqual({ source: 'curve', fault: null });
  });

  it('REVIEW-406 is shown with its Cq to the laboratory of the run only', async () => {
    const read = async (login: string, { id }: Run) => test.call(login, 'GET', `/run/${id}/amplification`);
    const [fam] = interpretationCalls.amplification.answer.parse((await read('tech', run)).json());
    const [first, second] = fam!.wells;
    expect([first!.position, first!.cq, first!.source]).toEqual(['A1', 27.4, 'file']);
    expect(second!.source).toBe('curve');
    expect(unpackPoints(first!.chartPoints!)).toHaveLength(45);
    expect((await read('tech', without)).json()).toEqual([]);
    expect((await read('tech.south', run)).statusCode).toBe(404);
  });
});

describe('the setting of a kit version', () => {
  it('KIT-283 moves with a copy, an export and an import, which refuses a rule without its latest cycle', async () => {
    const document = await exportedVersion(test, versionId);
    expect(document.version.amplification).toEqual(SETTINGS);
    const imported = await importVersion(test, document, 'amplified');
    expect(imported.statusCode, imported.body).toBe(200);
    const copy = await test.db.kitVersion.findFirstOrThrow({ where: { version: 'amplified' } });
    expect(copy.amplification).toEqual(SETTINGS);
    const { amplification: _, ...version } = document.version;
    const refused = await importVersion(test, { ...document, version }, 'without');
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain(
      'A rule uses the amplification of FAM, which requires the latest cycle of FAM.',
    );
  });
});
