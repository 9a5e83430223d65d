import { interpretedWellSchema, type InterpretedWell, type Run } from '@curvewell/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import {
  configuration,
  hasSharedFiles,
  importedRun,
  importFiles,
  interpretedRun,
  sharedFile,
} from '../../../test/run-factory.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const call: TestApp['call'] = (...request) => test.call(...request);

const resultOf = (run: Run, position: string) => run.analyses[0]?.wells[position]?.res;

describe('interpret', () => {
  it('calls every well, and stores the settings used', async () => {
    const run = await interpretedRun(test);
    expect(['A1', 'A2', 'A3', 'A4'].map((position) => resultOf(run, position))).toEqual([
      'HOMOZYGOUS_WILD_TYPE',
      'HETEROZYGOUS',
      'HOMOZYGOUS_MUTATED',
      'TEST_OK',
    ]);
    expect(run).toMatchObject({
      interpretationRunByName: 'Tara Holm',
      algorithmVersion: expect.any(String) as string,
    });
    const trace = await test.db.interpretation.findUniqueOrThrow({ where: { runId: run.id } });
    expect(trace.inputSha256).toMatch(/^[0-9a-f]{64}$/);
    expect(trace.configurationSha256).toMatch(/^[0-9a-f]{64}$/);
    expect(await test.db.auditEvent.count({ where: { entityId: run.id, action: 'run.interpret' } })).toBe(1);
  });

  it('of two concurrent starts one succeeds, and a later one is refused', async () => {
    const run = await importedRun(test, { seed: 2 });
    await call('tech', 'PUT', `/run/${run.id}`, await configuration(test.db, run));
    const both = await Promise.all([1, 2].map(() => call('tech', 'POST', `/run/${run.id}/interpret`)));
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await call('tech', 'POST', `/run/${run.id}/interpret`)).json()).toMatchObject({
      code: 'illegal-transition',
    });
    expect(await test.db.interpretation.count({ where: { runId: run.id } })).toBe(1);
  });

  it('STEP2-17 STEP2-22 names incomplete wells with the missing items', async () => {
    const run = await importedRun(test, { seed: 3 });
    const body = await configuration(test.db, run);
    const [analysis] = body.analyses ?? [];
    const a1 = analysis?.wells['A1'];
    if (analysis === undefined || a1 === undefined) throw new Error('the plate has a well A1');
    const wells = { ...analysis.wells, A1: { ...a1, lot: null, sampleType: 'STANDARD' as const } };
    await call('tech', 'PUT', `/run/${run.id}`, { ...body, analyses: [{ ...analysis, wells }] });
    const answer = await call('tech', 'POST', `/run/${run.id}/interpret`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ issues: { path: string[] }[] }>().issues.map(({ path }) => path)).toEqual([
      ['wells', 'A1', 'FAM', 'lot'],
      ['wells', 'A1', 'FAM', 'expectedDiagnostic'],
    ]);
  });

  it('refuses a plate without any set well', async () => {
    const run = await importedRun(test, { seed: 4 });
    expect((await call('tech', 'POST', `/run/${run.id}/interpret`)).json()).toMatchObject({
      message: 'Set at least one well.',
    });
  });

  it.skipIf(!hasSharedFiles)('calls the real mix of two products by its groups', async () => {
    const bytes = sharedFile('rdml-lightcycler480-two-product-mix/meltingcurveanalysis.rdml');
    const imported = (
      await importFiles(test, { analyser: 'LightCycler 480', files: [{ name: 'mix.rdml', bytes }] })
    ).json<Run>();
    const version = await test.db.kitVersion.findFirstOrThrow({
      where: { kit: { name: 'Two-product mix' } },
      include: { lots: true },
    });
    const buffer = await test.db.reactionBuffer.findFirstOrThrow({ where: { name: 'SYBR-480' } });
    const settings = {
      sampleType: 'DNA',
      kitVersion: { id: version.id },
      lot: { id: version.lots[0]?.id },
      reactionBuffer: { id: buffer.id },
      expectedDiagnostic: null,
    };
    const wells = Object.values(imported.analyses[0]?.wells ?? {});
    const saved = await call('tech', 'PUT', `/run/${imported.id}`, {
      revision: imported.revision,
      kits: [
        {
          kitVersion: settings.kitVersion,
          reactionBuffer: settings.reactionBuffer,
          lots: [settings.lot],
        },
      ],
      analyses: [
        {
          channel: 'FAM',
          wells: Object.fromEntries(wells.map(({ position, name }) => [position, { ...settings, name }])),
        },
      ],
    });
    expect(saved.statusCode).toBe(200);
    const run = (await call('tech', 'POST', `/run/${imported.id}/interpret`)).json<Run>();

    // The sample names give the mix in percent: A is the artifact, CRE the other product.
    const called = Map.groupBy(Object.values(run.analyses[0]?.wells ?? {}), ({ name }) => name ?? '');
    const groups = Object.fromEntries(
      [...called].map(([mix, ofMix]) => [mix, [...new Set(ofMix.flatMap(({ res }) => res ?? []))]]),
    );
    expect(groups).toEqual({
      A0_CRE100: ['HOMOZYGOUS_MUTATED'],
      // At a quarter, the first product is only a shoulder of the second one's peak.
      A25_CRE75: ['HOMOZYGOUS_MUTATED'],
      A50_CRE50: ['HETEROZYGOUS'],
      A75_CRE25: ['HETEROZYGOUS'],
      A100_CRE0: ['HOMOZYGOUS_WILD_TYPE'],
    });
    // A second product melts beside both, outside all zones, so the genotype of these is unknown.
    const withoutCall = [...called].map(([mix, ofMix]) => [
      mix,
      ofMix.filter(({ res }) => res === null).length,
    ]);
    expect(Object.fromEntries(withoutCall)).toEqual({
      A0_CRE100: 0,
      A25_CRE75: 0,
      A50_CRE50: 0,
      A75_CRE25: 1,
      A100_CRE0: 7,
    });
  });
});

describe('chart', () => {
  it('API-06 returns curves, peaks, zones and the explanation of every interpreted well', async () => {
    const run = await interpretedRun(test, { seed: 40 });
    const answer = await call('tech', 'GET', `/run/${run.id}/chart`);
    const wells = z.array(interpretedWellSchema).parse(answer.json());
    expect(wells).toHaveLength(4);
    const heterozygous = wells.find(({ position }) => position === 'A2');
    expect(heterozygous?.data.map(({ type }) => type).sort()).toEqual(['ANNEAL', 'MELT']);
    const accepted = heterozygous?.data[0]?.peaks.filter((peak) => peak.accepted).map(({ tm }) => tm) ?? [];
    expect(accepted[0]).toBeCloseTo(55.3, 0);
    expect(accepted[1]).toBeCloseTo(60.8, 0);
    expect(heterozygous?.explanation.combination).toBe('A + B + C + D');
    expect(
      heterozygous?.constantPhaseInfos
        .flatMap(({ constantZoneInfos }) => constantZoneInfos.map(({ name }) => name))
        .sort(),
    ).toEqual(['A', 'B', 'C', 'D']);
  });
});

describe('update diagnostic', () => {
  it('REVIEW-60 REVIEW-61 REVIEW-62 adds an override beside the suggested diagnostic, for one well at a time', async () => {
    const run = await interpretedRun(test, { seed: 50 });
    const wells = Object.values(run.analyses[0]?.wells ?? {});
    const well = wells.find(({ position }) => position === 'A1');
    const color = await test.db.diagnosticColor.findFirstOrThrow({
      where: { diagnosticName: 'HETEROZYGOUS', kit: { name: 'LCT-13910' } },
    });
    const url = `/run/${run.id}/interpreted-wells?wellIds=${well?.id ?? ''}`;
    const [updated] = (await call('tech', 'PATCH', url, { id: color.id, comment: 'Clear in both.' })).json<
      InterpretedWell[]
    >();
    expect(
      updated?.interpretedWellDiagnostics.map(({ stateDiagnostic, diagnosticColor }) => [
        stateDiagnostic,
        diagnosticColor?.diagnostic.name,
      ]),
    ).toEqual([
      ['INITIAL', 'HOMOZYGOUS_WILD_TYPE'],
      ['UPDATED', 'HETEROZYGOUS'],
    ]);
    const two = await call('tech', 'PATCH', `${url}&wellIds=${wells[1]?.id ?? ''}`, { id: color.id });
    expect(two.statusCode).toBe(400);
  });

  it('REVIEW-65 ERR-20 without a well is refused with this message', async () => {
    const run = await interpretedRun(test, { seed: 52 });
    const color = await test.db.diagnosticColor.findFirstOrThrow();
    const answer = await call('tech', 'PATCH', `/run/${run.id}/interpreted-wells`, { id: color.id });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ message: 'Diagnostic not updated: no well id provided' });
  });
});

describe('export', () => {
  it('EXPORT-01 returns a CSV file with a row for each well, and an audit entry', async () => {
    const run = await interpretedRun(test, { seed: 60 });
    const answer = await call('tech', 'POST', `/run/export/${run.id}`, { format: 'CSV' });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toMatch(
      new RegExp(`filename=${run.businessId}_.*_\\d{8}\\.csv`),
    );
    const lines = answer.body.split('\r\n');
    expect(lines).toHaveLength(6);
    expect(lines[2]).toMatch(/^A2;FAM;S-2;;BLOOD;LCT-13910 v2;RB-2;26B0417;;Heterozygous;/);
    expect(await test.db.auditEvent.count({ where: { entityId: run.id, action: 'run.export' } })).toBe(1);
  });

  it('EXPORT-01 returns a PDF report and an XLSX workbook', async () => {
    const run = await interpretedRun(test, { seed: 62 });
    const pdf = await call('tech', 'POST', `/run/export/${run.id}`, {});
    expect(pdf.headers['content-type']).toBe('application/pdf');
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const xlsx = await call('tech', 'POST', `/run/export/${run.id}`, { format: 'XLSX' });
    expect(xlsx.headers['content-disposition']).toContain('.xlsx');
    expect(xlsx.rawPayload.subarray(0, 2).toString()).toBe('PK');
  });

  it('EXPORT-10 returns a zip when grouped by well name', async () => {
    const run = await interpretedRun(test, { seed: 63 });
    const answer = await call('tech', 'POST', `/run/export/${run.id}`, {
      format: 'CSV',
      groupByWellName: true,
    });
    expect(answer.headers['content-type']).toBe('application/zip');
    for (const name of ['S-1', 'S-2', 'S-3', 'NTC']) {
      expect(answer.rawPayload.includes(`_${name}.csv`), name).toBe(true);
    }
  });

  it('EXPORT-09 ERR-30 says when there is no well to export', async () => {
    const run = await importedRun(test, { seed: 61 });
    expect((await call('tech', 'POST', `/run/export/${run.id}`, { format: 'CSV' })).json()).toMatchObject({
      message: 'No well to export.',
    });
  });
});
