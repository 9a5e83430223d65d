import { LOT_DAYS, type Dashboard } from '@curvewell/contracts';
import { dayIn, type Run } from '@curvewell/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { connectionTo, startFtpServer } from '../../../test/file-server.ts';
import { approvedRun, importedRun, interpretedRun, submit } from '../../../test/run-factory.ts';
import { withoutRules } from '../../../test/without-rules.ts';

const DAY_MS = 24 * 3600 * 1000;
let test: TestApp;
let run: Run;

beforeAll(async () => {
  test = await createTestApp();
  run = await interpretedRun(test, { seed: 1 });
  await submit(test, run.id);
});
afterAll(() => test.close());

const dashboard = async (login: string, today = new Date()): Promise<Dashboard> =>
  (await test.call(login, 'GET', `/dashboard?today=${today.toISOString()}`)).json<Dashboard>();
/** A day of the demo laboratories, which begins an hour or two before that of UTC. */
const inDays = (days: number) => dayIn(new Date(Date.now() + days * DAY_MS), 'Europe/Stockholm');

describe('the dashboard', () => {
  it('API-190 MORNING-01 a physician sees runs that wait for approval, a technician runs to interpret', async () => {
    const open = await importedRun(test, { seed: 2 });
    expect(await dashboard('physician')).toMatchObject({
      waitsFor: 'approve',
      waiting: { count: 1, lines: [{ runId: run.id, businessId: run.businessId, wells: 4 }] },
    });
    expect(await dashboard('tech')).toMatchObject({
      waitsFor: 'interpret',
      waiting: { count: 1, lines: [{ runId: open.id }] },
    });
    expect(await dashboard('physician.south')).toMatchObject({
      waiting: { count: 0 },
      controls: { count: 0 },
    });
  });

  it('MORNING-02 a peak in a recent negative control is listed until it is excluded', async () => {
    const reading = await test.db.controlReading.findFirstOrThrow({ where: { runId: run.id } });
    const peak = {
      phase: 'ANNEAL',
      place: 99,
      zone: 'B',
      tm: 60.8,
      height: 120,
      quality: 0.9,
      counted: true,
    } as const;
    await test.db.controlPeak.create({
      data: { readingId: reading.id, laboratoryId: reading.laboratoryId, ...peak },
    });
    await test.db.controlReading.update({
      where: { id: reading.id },
      data: { readAt: new Date(), call: 'TEST_KO' },
    });
    const { controls } = await dashboard('tech');
    expect(controls).toMatchObject({
      count: 1,
      lines: [{ readingId: reading.id, sampleType: 'NEGATIVE_TEST', position: 'A4', zone: 'B', rule: null }],
    });
    await test.db.controlReading.update({
      where: { id: reading.id },
      data: { readAt: new Date(Date.now() - 9 * DAY_MS) },
    });
    expect((await dashboard('tech')).controls?.count).toBe(0);
    await test.db.controlReading.update({ where: { id: reading.id }, data: { readAt: new Date() } });
    await test.call('physician', 'PUT', `/controls/readings/${reading.id}/excluded`, {
      isExcluded: true,
      reason: 'Splash from next well',
      revision: reading.revision,
    });
    expect((await dashboard('tech')).controls?.count).toBe(0);
  });

  it('MORNING-02 a standard that broke a rule in a run of the last days is listed with the rule', async () => {
    const { id: seriesId } = await standardSeries();
    const wells = await test.db.well.findMany({ where: { runId: run.id }, take: 1 });
    const { kitVersionId, lotId } = wells[0] ?? {};
    const broken = { rule: '1-3s', phase: 'ANNEAL', zone: 'B', tm: 61.8, distance: 6 };
    for (const [place, brokenRule, age] of [
      [0, broken, 9],
      [1, null, 2],
      [2, broken, 1],
    ] as const) {
      const { id, wellId } = await copyOfRun(place);
      await withoutRules(test.db, (tx) =>
        tx.controlReading.create({
          data: {
            seriesId,
            runId: id,
            wellId,
            laboratoryId: run.laboratory.id,
            lotId: lotId ?? '',
            kitVersionId: kitVersionId ?? '',
            readAt: new Date(Date.now() - age * DAY_MS),
            call: 'HETEROZYGOUS',
            ...(brokenRule && { brokenRule }),
          },
        }),
      );
    }
    const { controls } = await dashboard('tech');
    expect(controls).toMatchObject({
      count: 1,
      lines: [
        { sampleType: 'STANDARD', expected: 'HETEROZYGOUS', zone: 'B', rule: '1-3s', businessId: 1002 },
      ],
    });
  });

  it('MORNING-07 a recent failed or uncalled control and a standard with a wrong result or none are listed until excluded', async () => {
    const { id: _, ...place } = await test.db.controlSeries.findFirstOrThrow();
    const seriesOf = async (sampleType: 'STANDARD' | 'POSITIVE_TEST', expected: string) =>
      (await test.db.controlSeries.create({ data: { ...place, sampleType, expected } })).id;
    const standards = await seriesOf('STANDARD', 'HOMOZYGOUS_WILD_TYPE');
    const positives = await seriesOf('POSITIVE_TEST', '');
    const { kitVersionId, lotId } = await test.db.well.findFirstOrThrow({ where: { runId: run.id } });
    const before = (await dashboard('tech')).controls?.count ?? 0;
    const read: Record<string, string> = {};
    for (const [name, seriesId, call, age] of [
      ['wrong', standards, 'HETEROZYGOUS', 0.1],
      ['failed', positives, 'TEST_KO', 0.2],
      ['uncalled', standards, null, 0.3],
      ['unreadable', positives, null, 0.4],
      ['expected', standards, 'HOMOZYGOUS_WILD_TYPE', 0.01],
      ['passed', standards, 'TEST_OK', 0.01],
      ['positive', positives, 'TEST_OK', 0.01],
      ['old', standards, 'HETEROZYGOUS', 9],
    ] as const) {
      const { id: runId, wellId } = await copyOfRun(10 + Object.keys(read).length);
      const reading = await withoutRules(test.db, (tx) =>
        tx.controlReading.create({
          data: {
            seriesId,
            runId,
            wellId,
            laboratoryId: run.laboratory.id,
            lotId: lotId ?? '',
            kitVersionId: kitVersionId ?? '',
            readAt: new Date(Date.now() - age * DAY_MS),
            call,
          },
        }),
      );
      read[name] = reading.id;
    }
    await test.db.$executeRaw`SELECT recount_controls(${run.laboratory.id}::uuid)`;
    const { controls } = await dashboard('tech');
    expect(controls).toMatchObject({
      count: before + 4,
      lines: [
        { readingId: read['wrong'], call: 'HETEROZYGOUS', expected: 'HOMOZYGOUS_WILD_TYPE', rule: null },
        { readingId: read['failed'], sampleType: 'POSITIVE_TEST', call: 'TEST_KO', phase: null, rule: null },
        { readingId: read['uncalled'], call: null },
      ],
    });
    expect((await dashboard('tech.south')).controls?.count).toBe(0);
    const excluded = await test.call('physician', 'PUT', `/controls/readings/${read['wrong']}/excluded`, {
      isExcluded: true,
      reason: 'Wrong standard was pipetted',
      revision: 1,
    });
    expect(excluded.statusCode, excluded.body).toBe(200);
    expect((await dashboard('tech')).controls?.count).toBe(before + 3);
  });

  it('MORNING-03 lists unsent deliveries, expiring lots and archived runs that are about to be deleted', async () => {
    await test.db.run.update({ where: { id: run.id }, data: { ftpSent: false } });
    const lot = { name: '26B0417' };
    await test.db.lot.updateMany({ where: lot, data: { expirationDate: new Date(inDays(LOT_DAYS)) } });
    const gone = await importedRun(test, { seed: 3 });
    await test.db.run.update({
      where: { id: gone.id },
      data: { archivedAt: new Date(), archivedByName: 'Mats Berg', deletionDate: new Date(inDays(3)) },
    });
    const physician = await dashboard('physician');
    expect(physician.deliveries).toMatchObject({ count: 1, lines: [{ runId: run.id }] });
    expect(physician.lots).toMatchObject({
      count: 1,
      lines: [{ name: '26B0417', expirationDate: inDays(LOT_DAYS) }],
    });
    expect(physician.archives).toMatchObject({
      count: 1,
      lines: [{ runId: gone.id, deletionDate: inDays(3) }],
    });
    // A user who cannot restore archived runs does not see them, nor lots that the laboratory has not used.
    expect((await dashboard('tech')).archives?.count).toBe(0);
    expect((await dashboard('tech.south')).lots?.count).toBe(0);
    await test.db.lot.updateMany({ where: lot, data: { expirationDate: new Date(inDays(LOT_DAYS + 1)) } });
    expect((await dashboard('physician')).lots?.count).toBe(0);
  });

  it('FTP-124 waiting and stopped deliveries are listed with the reason, the next attempt and the age of the oldest', async () => {
    const server = await startFtpServer();
    const body = connectionTo(server, { sendFilesOnApproval: true, sentParts: ['FILES'] });
    expect((await test.call('physician', 'POST', '/ftp-connection', body)).statusCode).toBe(200);
    const { id } = await approvedRun(test, { seed: 4 });
    server.faults = { isBusy: true };
    await test.work();
    const { requestedAt, nextTryAt } = await test.db.delivery.findUniqueOrThrow({ where: { runId: id } });
    const { deliveries } = await dashboard('tech');
    expect(deliveries).toMatchObject({
      count: 2,
      oldestSince: requestedAt.toISOString(),
      trouble: { fault: 'busy', nextTryAt: nextTryAt?.toISOString() },
    });
    expect(deliveries?.lines[0]).toMatchObject({
      runId: id,
      delivery: { state: 'WAITING', fault: 'busy', nextTryAt: nextTryAt?.toISOString() },
    });
    expect(deliveries?.lines[1]).toMatchObject({ runId: run.id, delivery: null });
    expect(deliveries?.lines).toHaveLength(2);
    server.faults = { denies: 'sign-in' };
    await test.call('physician', 'PUT', '/ftp-connection', { ...body, revision: 1 });
    await test.work();
    expect((await dashboard('tech')).deliveries).toMatchObject({
      trouble: { fault: 'password-refused', nextTryAt: null },
    });
    expect((await dashboard('tech.south')).deliveries).toMatchObject({
      count: 0,
      oldestSince: null,
      trouble: null,
    });
    await server.close();
  });

  it('MORNING-04 shows the user’s last action before today, and the progress of background preparation', async () => {
    expect(await dashboard('quality')).toMatchObject({ lastSeen: null, preparing: null });
    const last = await test.db.auditEvent.findFirstOrThrow({
      where: { actorName: 'Tara Holm' },
      orderBy: { id: 'desc' },
    });
    const { lastSeen } = await dashboard('tech', new Date(last.at.getTime() + 1));
    expect(lastSeen).toBe(last.at.toISOString());
    expect((await test.call('tech', 'GET', '/dashboard?today=yesterday')).statusCode).toBe(400);
  });
});

async function standardSeries() {
  const series = await test.db.controlSeries.findFirstOrThrow();
  const { id: _, ...place } = series;
  return test.db.controlSeries.create({
    data: { ...place, sampleType: 'STANDARD', expected: 'HETEROZYGOUS' },
  });
}

/** A run with one well; only its number matters. */
async function copyOfRun(place: number): Promise<{ id: string; wellId: string }> {
  const {
    id: _,
    businessId: __,
    importReport: ___,
    fitAnswer: ____,
    ...row
  } = await test.db.run.findUniqueOrThrow({ where: { id: run.id } });
  return withoutRules(test.db, async (tx) => {
    const { id } = await tx.run.create({
      data: { ...row, businessId: 1000 + place, importReport: {}, status: 'APPROVED' },
    });
    const owner = { runId: id, laboratoryId: run.laboratory.id };
    await tx.channelAnalysis.create({
      data: { ...owner, name: 'FAM', channel: 'FAM', phases: ['ANNEAL'], wells: [{ position: 'B12' }] },
    });
    const well = await tx.well.findFirstOrThrow({ where: { runId: id } });
    return { id, wellId: well.id };
  });
}

it('SHELL-189 the runs in preparation are reported only in demonstration laboratories', async () => {
  Object.assign(test.app, { backgroundProgress: () => Promise.resolve({ done: 3, total: 60 }) });
  expect((await dashboard('tech')).preparing).toEqual({ done: 3, total: 60 });
  await test.db.laboratory.updateMany({
    where: { name: 'Demo laboratory South' },
    data: { demonstration: false },
  });
  expect((await dashboard('tech.south')).preparing).toBeNull();
});
