import { profiledAnalyserSchema } from '@curvewell/contracts';
import {
  chartWellSchema,
  type ChartWell,
  type DyeCompensation,
  type Run,
  type RunCheck,
} from '@curvewell/domain';
import { verifyRecord } from '@curvewell/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { createTestApp, type TestApp } from './create-test-app.ts';
import { decide, interpretedRun, submit } from './run-factory.ts';
import { storedSettings } from './stored-settings.ts';

const ANALYSER = 'Bio-Rad CFX96';
const SHARES: DyeCompensation = [{ from: 'TEXAS_RED', into: 'FAM', share: 0.2 }];

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
}, 60_000);
afterAll(() => test.close());

const melt = (channel: 'FAM' | 'TEXAS_RED', tm: number, amplitude: number) => ({
  channel,
  tm,
  amplitude,
  width: 0.75,
});

/** A wild type in FAM, with a fifth of the signal of TEXAS_RED, which melts where FAM's mutation does. */
const WELLS = [
  { position: 'A1', name: 'S-1', sampleType: null, melts: mixed(55.3) },
  { position: 'A2', name: 'S-2', sampleType: null, melts: mixed(60.8) },
  { position: 'A4', name: 'NTC', sampleType: null, melts: [] },
];
function mixed(tm: number) {
  return [melt('FAM', tm, 1000), melt('FAM', 60.8, 200), melt('TEXAS_RED', 60.8, 1000)];
}

const runRead = (seed: number): Promise<Run> =>
  interpretedRun(test, { seed, wells: WELLS, channels: ['FAM', 'TEXAS_RED'] });

async function wellOf({ id }: Run, position: string): Promise<ChartWell> {
  const answer = await test.call('tech', 'GET', `/run/${id}/chart`);
  const wells = z.array(chartWellSchema).parse(answer.json());
  return wells.find((one) => one.position === position && one.channel === 'FAM')!;
}

async function saveShares(compensation: DyeCompensation | undefined, login = 'super') {
  const row = await test.db.analyser.findUniqueOrThrow({ where: { name: ANALYSER } });
  const stored = profiledAnalyserSchema.shape.profile.parse(row.profile);
  const { compensation: _, ...profile } = { ...stored, version: stored.version + 1 };
  const body = { profile: { ...profile, ...(compensation && { compensation }) } };
  return test.call(login, 'PUT', `/analysers/${row.id}`, body);
}

const interpretationOf = ({ id }: Run) => test.db.interpretation.findFirstOrThrow({ where: { runId: id } });
const curvesOf = async ({ id }: Run) =>
  (
    await test.db.runCurves.findMany({
      where: { runId: id },
      orderBy: [{ channel: 'asc' }, { phase: 'asc' }],
    })
  ).map(({ valuesSha256 }) => valuesSha256);

describe('a run whose FAM has a fifth of the signal of TEXAS_RED', () => {
  let before: Run;
  let run: Run;
  beforeAll(async () => {
    before = await runRead(1);
    expect((await saveShares(SHARES)).statusCode).toBe(200);
    run = await runRead(1);
  });

  it('REVIEW-247 is analysed without cross-talk where the analyser’s profile has the share, and unchanged elsewhere', async () => {
    const [mixedWell, own] = [await wellOf(before, 'A1'), await wellOf(run, 'A1')];
    expect(mixedWell.explanation).toMatchObject({ zonesHit: ['A', 'B', 'C', 'D'] });
    expect(mixedWell.explanation.compensation).toBeUndefined();
    expect(own.explanation).toMatchObject({
      zonesHit: ['A', 'C'],
      diagnostic: 'HOMOZYGOUS_WILD_TYPE',
      compensation: SHARES,
    });
    expect(await curvesOf(run)).toEqual(await curvesOf(before));
  });

  it('REVIEW-247 stores the shares with the interpretation, whose hash they change', async () => {
    const [then, now] = [await interpretationOf(before), await interpretationOf(run)];
    expect(then.configuration).not.toHaveProperty('compensation');
    expect(now.configuration).toMatchObject({ compensation: SHARES });
    expect(now.configurationSha256).not.toBe(then.configurationSha256);
  });

  it('REVIEW-248 shows the shares in the check, CSV and the report', async () => {
    const check = await test.call('tech', 'GET', `/run/${run.id}/check?decision=approve`);
    const note = 'Readings compensated for cross-talk: 20 % of TEXAS_RED in FAM';
    expect(check.json<RunCheck>().doubts.plate).toContainEqual({ text: note, positions: [] });
    const { body } = await test.call('tech', 'POST', `/run/export/${run.id}`, { format: 'CSV' });
    expect(body).toContain(note);
  });

  it('REVIEW-249 is called the same with draft settings', async () => {
    const settings = await storedSettings(test.db);
    const answer = await test.call('research', 'POST', `/run/${run.id}/evaluate`, settings);
    expect(answer.statusCode, answer.body).toBe(200);
    const wells = answer.json<{ position: string; combination: string }[]>();
    expect(wells.find(({ position }) => position === 'A1')).toMatchObject({ combination: 'A + C' });
  });

  it('REVIEW-250 has a signed record in which the external program gets the same calls', async () => {
    await submit(test, run.id);
    expect((await decide(test, run.id)).statusCode).toBe(200);
    const record = await test.call('physician', 'POST', `/run/export/${run.id}/record`);
    const findings = await verifyRecord(record.rawPayload, null);
    expect(findings.filter(({ state }) => state === 'fails')).toEqual([]);
    expect(findings.map(({ text }) => text).join(' ')).toMatch(/results and their reasons are the same/);
  });
});

describe('the shares of an analyser', () => {
  it('REVIEW-251 are audited when they change', async () => {
    await saveShares(SHARES);
    expect((await saveShares(undefined)).statusCode).toBe(200);
    const { id } = await test.db.analyser.findUniqueOrThrow({ where: { name: ANALYSER } });
    const [entry] = await test.db.auditEvent.findMany({
      where: { entityId: id },
      orderBy: { id: 'desc' },
      take: 1,
    });
    expect(entry).toMatchObject({
      action: 'analyser.update',
      details: { from: { profile: { compensation: SHARES } } },
    });
    expect(JSON.stringify(entry?.details)).toContain('TEXAS_RED');
  });

  it('REVIEW-251 are refused above 0.5, and need the permission', async () => {
    const beyond = await saveShares([{ from: 'FAM', into: 'TEXAS_RED', share: 0.6 }]);
    expect(beyond.statusCode).toBe(400);
    expect((await saveShares(SHARES, 'tech')).statusCode).toBe(403);
  });
});
