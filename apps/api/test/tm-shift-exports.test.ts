import type { Run, RunCheck } from '@curvewell/domain';
import papaparse from 'papaparse';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from './create-test-app.ts';
import { openWorkbook } from './open-workbook.ts';
import { shiftedRun, switchedOn } from './shifted-runs.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await switchedOn(test);
}, 60_000);
afterAll(() => test.close());

const exported = ({ id }: Run, format: string) => test.call('tech', 'POST', `/run/export/${id}`, { format });
const results = ({ id }: Run, format: string) =>
  test.call('tech', 'POST', `/run/export/${id}/results`, { format });

async function pdfText(run: Run): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array((await exported(run, 'PDF')).rawPayload));
  return (await extractText(document, { mergePages: true })).text.replaceAll(/\s+/g, ' ');
}

async function workbookText(run: Run): Promise<string> {
  const workbook = await openWorkbook((await exported(run, 'XLSX')).rawPayload);
  const rows = workbook.getWorksheet('Explanations')?.getSheetValues() ?? [];
  return JSON.stringify(rows);
}

async function lisRow(run: Run): Promise<Record<string, string>> {
  const { body } = await results(run, 'LIS_CSV');
  const { data } = papaparse.parse<Record<string, string>>(body.trimEnd(), { header: true });
  return data.find(({ position }) => position === 'A1') ?? {};
}

const checkOf = async ({ id }: Run): Promise<RunCheck> =>
  (await test.call('tech', 'GET', `/run/${id}/check?decision=approve`)).json<RunCheck>();

const CASES = [
  {
    name: 'moved',
    make: () => shiftedRun(test, 0.6),
    wording: /Zones moved by \+0\.\d\d °C: 3 controls melted \+0\.\d\d °C from the kit/,
    code: 'ZONES_MOVED',
  },
  {
    name: 'not moved for want of controls',
    make: () => shiftedRun(test, 0.6, { controls: 0, seed: 3 }),
    wording: /Zones not moved: no positive control or standard has a peak that can be compared with the kit/,
    code: 'ZONES_NOT_MOVED',
  },
  {
    name: 'not moved as the controls disagree',
    make: () => shiftedRun(test, 0.6, { apart: 2, seed: 4 }),
    wording: /Zones not moved: 3 controls melted \+0\.\d\d °C .*, which is not more than two standard errors/,
    code: 'ZONES_NOT_MOVED',
  },
  {
    name: 'not moved beyond the limit',
    make: () => shiftedRun(test, 1.2, { seed: 2 }),
    wording: /Zones not moved: 3 controls melted \+1\.\d\d °C .*, more than the 0\.80 °C that the kit allows/,
    code: 'ZONES_NOT_MOVED',
  },
] as const;

describe.each(CASES)('TMC-22 zones that were $name', ({ make, wording, code }) => {
  let run: Run;
  beforeAll(async () => {
    run = await make();
  });

  it('are named in the report', async () => {
    expect(await pdfText(run)).toMatch(wording);
  });

  it('are named in the workbook', async () => {
    expect(await workbookText(run)).toMatch(wording);
  });

  it('are named in the table', async () => {
    expect((await exported(run, 'CSV')).body).toMatch(wording);
  });

  it('are reported to a LIS, as a sentence and as a code', async () => {
    const { flags, flag_codes: codes } = await lisRow(run);
    expect(flags).toMatch(wording);
    expect(codes?.split(' ')).toContain(code);
  });

  it('are named in the FHIR bundle', async () => {
    expect((await results(run, 'FHIR')).body).toMatch(wording);
  });
});

describe('TMC-23 zones that could not be corrected', () => {
  it.each([
    ['without a control', 5, { controls: 0 }, /no positive control or standard/],
    ['of controls that disagree', 6, { apart: 2 }, /not more than two standard errors/],
  ])('%s need confirmation before approval', async (_, seed, options, why) => {
    const { doubts, demands } = await checkOf(await shiftedRun(test, 0.6, { ...options, seed }));
    const fact = doubts.facts.find(({ kind }) => kind === 'tmShift');
    expect(fact?.text).toMatch(why);
    expect(fact?.short).toBe('LCT-13910 v2, FAM: zones not moved');
    expect(fact?.positions).toEqual(expect.arrayContaining(['A1', 'A2', 'A4']));
    expect(demands.tmShift).toBe('confirm');
    expect(doubts.plate.map(({ text }) => text).join()).not.toContain('Zones');
  });

  it.each([
    ['moved', 7, 0.6],
    ['did not have to', 8, 0.1],
    ['failed the controls', 9, 1.2],
  ])('are not reported if they %s', async (_, seed, shift) => {
    const { doubts } = await checkOf(await shiftedRun(test, shift, { seed }));
    expect(doubts.facts.map(({ kind }) => kind)).not.toContain('tmShift');
    expect(doubts.plate.map(({ text }) => text).join()).toContain('Zones');
  });
});
