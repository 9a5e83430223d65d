import { randomUUID } from 'node:crypto';

import {
  type CallChange,
  type WhatIfRequest,
  type WhatIfEvent,
  whatIfEventSchema,
} from '@curvewell/contracts';
import type { ChartWell, EvaluatedSettings, EvaluatedWell, Run } from '@curvewell/domain';
import type { SyntheticWell } from '@curvewell/instruments/generate';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { often } from '../../../test/often.ts';
import { decide, interpretedRun, submit } from '../../../test/run-factory.ts';
import { WHOLE_RESULTS } from '../../../test/whole-results.ts';
import { storedSettings } from '../../../test/stored-settings.ts';

const RUNS = often({ byDay: 6, byNight: 20 });
/**
 * One product in each well, at intervals of 0.1 °C around the start of zone B at 58.5 °C, and a negative
 * control.
 */
const plateOf = (run: number): SyntheticWell[] =>
  Array.from({ length: 8 }, (_, well) => ({
    position: `A${well + 1}`,
    name: well === 7 ? 'NTC' : `S-${run}-${well}`,
    sampleType: null,
    melts:
      well === 7
        ? []
        : [{ channel: 'FAM', tm: 58.15 + 0.1 * well + 0.013 * run, amplitude: 1000, width: 0.75 }],
  }));

let test: TestApp;
let address: string;
let settings: EvaluatedSettings;
let stored: WhatIfRequest;
const runs: Run[] = [];
beforeAll(async () => {
  test = await createTestApp();
  address = await test.app.listen({ port: 0, host: '127.0.0.1' });
  // Zone D contains the MELT peak of every well, so that zone B alone determines whether there is a call.
  await test.db.zone.updateMany({ where: { name: 'D' }, data: { minTemp: 58 } });
  for (let run = 0; run < RUNS; run += 1) {
    runs.push(await interpretedRun(test, { seed: run + 1, wells: plateOf(run) }));
  }
  settings = await storedSettings(test.db);
  const { kitId, reactionBufferId, channel, phases, rules } = settings;
  const { id: analyserId } = await test.db.analyser.findFirstOrThrow({ where: { name: 'Bio-Rad CFX96' } });
  stored = {
    kitId,
    reactionBufferId,
    analyserId,
    channels: [{ channel, phases, rules }],
    kitVersionId: null,
    outsideDiagnostic: null,
    tmShift: null,
    meltTemplates: null,
    curveShapes: null,
    amplification: null,
    replicates: null,
    channelRules: null,
    last: 200,
    status: 'INTERPRETED',
    from: null,
    samples: true,
    controls: true,
  };
}, 120_000);
afterAll(() => test.close());

/** The stored settings of FAM with a change. */
const changed = (change: (settings: EvaluatedSettings) => Partial<EvaluatedSettings>): EvaluatedSettings => ({
  ...settings,
  ...change(settings),
});
const tried = ({ channel, phases, rules }: EvaluatedSettings): WhatIfRequest => ({
  ...stored,
  channels: [{ channel, phases, rules }],
});

/** Settings with another start of zone B. */
const withZoneB = (minTemp: number): EvaluatedSettings =>
  changed(({ phases }) => ({
    phases: phases.map((phase) => ({
      ...phase,
      zones: phase.zones.map((zone) => (zone.name === 'B' ? { ...zone, minTemp } : zone)),
    })),
  }));

const evaluate = async (evaluation: object, login = 'research') =>
  test.call(login, 'POST', '/what-if', evaluation);

const eventsOf = (body: string): WhatIfEvent[] =>
  body
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => whatIfEventSchema.parse(JSON.parse(line.slice(6))));

async function evaluation(settings: object): Promise<WhatIfEvent[]> {
  const answer = await evaluate(settings);
  expect(answer.statusCode, answer.body).toBe(200);
  return eventsOf(answer.body);
}

const runEvents = (events: readonly WhatIfEvent[]) =>
  events.flatMap((event) => (event.kind === 'run' ? [event] : []));
const changesOf = (events: readonly WhatIfEvent[]): (CallChange & { readonly businessId: number })[] =>
  runEvents(events).flatMap(({ businessId, changes }) =>
    changes.map((change) => ({ ...change, businessId })),
  );
const named = (businessId: number, position: string): string => `${businessId} ${position}`;
const placesOf = (events: readonly WhatIfEvent[]): string[] =>
  changesOf(events)
    .map(({ businessId, position }) => named(businessId, position))
    .sort();

/** The result of calling each run from its curves. */
async function bruteForce(by: EvaluatedSettings): Promise<string[]> {
  const found: string[] = [];
  for (const { id, businessId } of runs) {
    const chart = (await test.call('research', 'GET', `/run/${id}/chart`)).json<ChartWell[]>();
    const evaluated = (await test.call('research', 'POST', `/run/${id}/evaluate`, by)).json<
      EvaluatedWell[]
    >();
    const then = new Map(chart.map(({ position, explanation }) => [position, explanation.diagnostic]));
    for (const { position, diagnostic } of evaluated) {
      if (diagnostic !== then.get(position)) found.push(named(businessId, position));
    }
  }
  return found.sort();
}

/** The wells with a counted ANNEAL peak in a temperature range. */
async function wellsBetween(from: number, to: number): Promise<string[]> {
  const found = await Promise.all(
    runs.map(async ({ id, businessId }) => {
      const chart = (await test.call('research', 'GET', `/run/${id}/chart`)).json<ChartWell[]>();
      return chart
        .filter(({ data }) =>
          data.some(
            ({ type, peaks }) =>
              type === 'ANNEAL' && peaks.some(({ accepted, tm }) => accepted && tm >= from && tm < to),
          ),
        )
        .map(({ position }) => named(businessId, position));
    }),
  );
  return found.flat().sort();
}

it('WHATIF-01 a limit moved by 0.1 °C lists exactly the wells with peaks in between, like a complete new interpretation', async () => {
  for (const [edge, between] of [
    [58.4, await wellsBetween(58.4, 58.5)],
    [58.6, await wellsBetween(58.5, 58.6)],
  ] as const) {
    const by = withZoneB(edge);
    const places = placesOf(await evaluation(tried(by)));
    expect(places.length).toBeGreaterThanOrEqual(RUNS - 2);
    expect(places).toEqual(between);
    expect(places).toEqual(await bruteForce(by));
  }
});

it('WHATIF-01 changed thresholds and rules change the same calls as a complete new interpretation', async () => {
  const threshold = changed(({ phases }) => ({
    phases: phases.map((phase) => ({ ...phase, minThreshold: phase.phaseType === 'MELT' ? 1e6 : 20 })),
  }));
  const noRules = changed(() => ({ rules: [] }));
  for (const by of [threshold, noRules]) {
    const places = placesOf(await evaluation(tried(by)));
    expect(places.length).toBeGreaterThan(2 * RUNS);
    expect(places).toEqual(await bruteForce(by));
  }
});

it('WHATIF-03 shows the old call, the new call, and the reason in figures', async () => {
  const between = await wellsBetween(58.4, 58.5);
  const events = await evaluation(tried(withZoneB(58.4)));
  expect(events[0]).toMatchObject({ kind: 'begun', runs: RUNS });
  expect(events.at(-1)).toEqual({ kind: 'done' });
  const evaluated = runEvents(events);
  expect(evaluated).toHaveLength(RUNS);
  for (const { calls, stays, transitions, changes, versions } of evaluated) {
    expect(versions).toEqual(['v2']);
    expect(calls).toBe(8);
    const sum = (counts: readonly { readonly calls: number }[]) =>
      counts.reduce((all, one) => all + one.calls, 0);
    expect(sum(stays) + sum(transitions)).toBe(calls);
    expect(sum(transitions)).toBe(changes.length);
  }
  const [change] = changesOf(events);
  expect(between).toContain(named(change?.businessId ?? 0, change?.position ?? ''));
  expect(change).toMatchObject({
    channel: 'FAM',
    sampleType: 'BLOOD',
    version: 'v2',
    override: null,
    isAlgorithm: false,
  });
  expect(change?.reason).toMatch(/^B 58\.4\d+ °C: 0\.\d+ °C below, now inside$/);
  expect(change?.then.diagnostic).not.toBe(change?.now.diagnostic);
  expect(change?.now.sentence).toMatch(/B 58\.\d\d °C/);
  expect(change?.peaks.find(({ phase }) => phase === 'ANNEAL')).toMatchObject({ zone: 'B', isNew: true });
});

it('WHATIF-04 an evaluation changes nothing: stored settings change no call, and nothing is written', async () => {
  const rowsOf = async () => ({
    audits: await test.db.auditEvent.count(),
    diagnostics: await test.db.interpretedWellDiagnostic.count(),
    revisions: await test.db.run.findMany({ select: { id: true, revision: true }, orderBy: { id: 'asc' } }),
    kit: await test.db.kitVersion.findMany({ orderBy: { id: 'asc' } }),
  });
  const before = await rowsOf();
  const events = await evaluation(stored);
  expect(changesOf(events)).toEqual([]);
  expect(runEvents(events)).toHaveLength(RUNS);
  await evaluation(tried(withZoneB(58)));
  expect(await rowsOf()).toEqual(before);
});

it('WHATIF-13 API-171 a version stores on how many runs its settings were evaluated, and how many calls would change', async () => {
  const { id: versionId } = await test.db.kitVersion.findFirstOrThrow({
    where: { version: 'v2', kitId: stored.kitId },
  });
  const evaluations = (login = 'research') =>
    test.call(login, 'GET', `/kit/version/${versionId}/evaluations`);
  const of = { kitVersionId: versionId };
  const red = await storedSettings(test.db, 'TEXAS_RED');
  const both = (fam: WhatIfRequest['channels'][number]) => ({
    ...stored,
    ...of,
    channels: [{ channel: red.channel, phases: red.phases, rules: red.rules }, fam],
  });
  const famOf = ({ channels: [fam] }: WhatIfRequest) => fam as WhatIfRequest['channels'][number]; // the request has this channel
  // Draft settings that differ from the stored ones, or cover only one channel, are no evaluation of the
  // version.
  const places = placesOf(await evaluation(both(famOf(tried(withZoneB(58.4))))));
  await evaluation({ ...stored, ...of });
  expect(places.length).toBeGreaterThanOrEqual(RUNS - 2);
  expect((await evaluations()).json()).toEqual([]);
  // The order of the page differs.
  const fam = famOf(stored);
  await evaluation(both({ ...fam, phases: fam.phases.toReversed(), rules: fam.rules.toSorted(byLastZone) }));
  expect((await evaluations()).json()).toMatchObject([
    { runs: RUNS, calls: 8 * RUNS, changes: 0, analyser: { name: 'Bio-Rad CFX96' } },
  ]);
  expect(await test.db.auditEvent.findFirst({ orderBy: { id: 'desc' } })).toMatchObject({
    action: 'kitVersion.try',
    entityId: versionId,
    details: { runs: RUNS, changes: 0 },
  });
  // When stored settings change, the evaluation no longer applies; when they change back, it does.
  const zone = await test.db.zone.findFirstOrThrow({
    where: {
      name: 'B',
      phase: {
        kitVersionId: versionId,
        channel: 'FAM',
        analyserId: stored.analyserId,
        // Each buffer has a zone with this name.
        reactionBufferId: stored.reactionBufferId,
      },
    },
  });
  const move = (minTemp: number) => test.db.zone.update({ where: { id: zone.id }, data: { minTemp } });
  await move(58.4);
  expect((await evaluations()).json()).toMatchObject([{ runs: RUNS, changes: places.length }]);
  await move(58.3);
  expect((await evaluations()).json()).toEqual([]);
  await move(zone.minTemp);
  expect((await evaluations()).json()).toMatchObject([{ changes: 0 }]);

  const { id: laboratoryId } = await test.db.laboratory.findFirstOrThrow({
    where: { users: { some: { login: 'tech.south' } } },
  });
  await test.db.kitTrial.updateMany({ data: { laboratoryId } });
  expect((await evaluations()).json()).toEqual([]);
  expect((await evaluations('tech')).statusCode).toBe(403);
  expect((await evaluate({ ...stored, kitVersionId: randomUUID() })).statusCode).toBe(404);
});

const byLastZone = (a: WhatIfRequest['channels'][number]['rules'][number], b: typeof a): number =>
  (b.zones.at(-1) ?? '').localeCompare(a.zones.at(-1) ?? '');

it('WHATIF-05 an overridden result is kept, and its original call is compared', async () => {
  const [first] = changesOf(await evaluation(tried(withZoneB(58.4))));
  const run = runs.find(({ businessId }) => businessId === first?.businessId);
  const color = await test.db.diagnosticColor.findFirstOrThrow({
    where: { diagnosticName: 'HOMOZYGOUS_WILD_TYPE', kitId: stored.kitId },
  });
  await submit(test, run?.id ?? '');
  const set = await test.call(
    'physician',
    'PATCH',
    `/run/${run?.id ?? ''}/interpreted-wells?wellIds=${first?.wellId ?? ''}`,
    { id: color.id, comment: 'Seen twice' },
  );
  expect(set.statusCode, set.body).toBe(200);
  const again = changesOf(await evaluation(tried(withZoneB(58.4)))).find(
    ({ wellId }) => wellId === first?.wellId,
  );
  expect(again).toEqual({ ...first, override: 'HOMOZYGOUS_WILD_TYPE' });
  await decide(test, run?.id ?? '');
  const approved = await evaluation({ ...tried(withZoneB(58.4)), status: 'APPROVED' });
  expect(runEvents(approved)).toMatchObject([{ businessId: run?.businessId, status: 'APPROVED' }]);
});

it('WHATIF-06 selects the newest runs, runs since a date, and samples or controls', async () => {
  const newest = runs.map(({ businessId }) => businessId).sort((a, b) => b - a);
  const few = runEvents(await evaluation({ ...stored, last: 3 })).map(({ businessId }) => businessId);
  expect(few.sort((a, b) => b - a)).toEqual(newest.slice(0, 3));
  expect(await evaluation({ ...stored, from: '2999-01-01' })).toMatchObject([
    { kind: 'begun', runs: 0 },
    { kind: 'done' },
  ]);
  const one = { ...stored, last: 1 };
  expect(runEvents(await evaluation({ ...one, controls: false }))[0]?.calls).toBe(7);
  expect(runEvents(await evaluation({ ...one, samples: false }))[0]?.calls).toBe(1);
  // A failing control: the threshold lets noise count as a peak, or no peak counts.
  const failing = tried(
    changed(({ phases }) => ({ phases: phases.map((phase) => ({ ...phase, minThreshold: 0 })) })),
  );
  const events = await evaluation({ ...failing, samples: false });
  expect(
    runEvents(events)
      .flatMap(({ transitions }) => transitions)
      .every(({ isControl }) => isControl),
  ).toBe(true);
});

it('WHATIF-07 changes caused by another algorithm alone are marked, and unreadable runs are skipped with the reason', async () => {
  const [old, broken] = runs;
  const interpretation = await test.db.interpretation.findUniqueOrThrow({ where: { runId: old?.id ?? '' } });
  const well = await test.db.well.findFirstOrThrow({ where: { runId: old?.id ?? '', position: 'A8' } });
  await test.db.$executeRawUnsafe(`
    UPDATE interpretation SET algorithm_version = '0.9.0', explanation_text = NULL,
      results = jsonb_set(${WHOLE_RESULTS}, ARRAY['wells', '${well.id}', 'explanation', 'diagnostic'], '"TEST_KO"')
    WHERE id = '${interpretation.id}'`);
  const spoilt = await test.db.interpretation.findUniqueOrThrow({ where: { runId: broken?.id ?? '' } });
  await test.db.interpretation.update({ where: { id: spoilt.id }, data: { configuration: {} } });

  const logged = vi.spyOn(test.app.log, 'error');
  const events = await evaluation(stored);
  expect(changesOf(events)).toMatchObject([
    {
      businessId: old?.businessId,
      position: 'A8',
      isAlgorithm: true,
      then: { diagnostic: 'TEST_KO' },
      now: { diagnostic: 'TEST_OK' },
    },
  ]);
  expect(events.filter(({ kind }) => kind === 'skipped')).toMatchObject([
    { businessId: broken?.businessId, reason: 'Its stored results cannot be read.' },
  ]);
  // Only the log has the cause.
  expect(logged).toHaveBeenCalledOnce();
  expect(events.at(-1)).toEqual({ kind: 'done' });
});

it('API-170 users who may not read kits are refused; runs of other laboratories are excluded; missing objects are not found', async () => {
  const south = await interpretedRun(test, { login: 'tech.south' });
  const runIds = runEvents(await evaluation(stored)).map(({ runId }) => runId);
  expect(runIds).not.toContain(south.id);
  expect((await evaluate(stored, 'tech')).statusCode).toBe(403);
  for (const place of ['kitId', 'reactionBufferId', 'analyserId']) {
    expect((await evaluate({ ...stored, [place]: randomUUID() })).statusCode).toBe(404);
  }
  const twice = { ...stored, channels: [...stored.channels, ...stored.channels] };
  for (const wrong of [{ last: 201 }, { last: 0 }, { from: 'soon' }, { channels: twice.channels }]) {
    expect((await evaluate({ ...stored, ...wrong })).statusCode).toBe(400);
  }
});

/** Requests an evaluation; the client can disconnect. */
async function open(settings: WhatIfRequest) {
  const stop = new AbortController();
  const headers = { ...(await test.signIn('research')), 'content-type': 'application/json' };
  const answer = await fetch(`${address}/api/what-if`, {
    method: 'POST',
    headers,
    body: JSON.stringify(settings),
    signal: stop.signal,
  });
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  return { answer, stop };
}

it('WHATIF-08 a user has one evaluation at a time; it ends when the client disconnects, and the next one starts', async () => {
  const firstEvent = async ({ answer }: { readonly answer: Response }) => {
    const reader = (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
    return eventsOf((await reader.read()).value ?? '')[0];
  };
  const release = Promise.withResolvers<null>();
  const { id: userId } = await test.db.appUser.findUniqueOrThrow({ where: { login: 'research' } });
  const held = test.app.queues.evaluations.take({ userId }, () => release.promise);
  const first = await open(tried(withZoneB(58.4)));
  expect(await firstEvent(first)).toEqual({ kind: 'waiting' });
  expect(await firstEvent(await open(tried(withZoneB(58.4))))).toMatchObject({
    kind: 'failed',
    code: 'too-many-requests',
  });
  // Disconnecting frees the place in the queue.
  first.stop.abort();
  await expect
    .poll(async () => {
      const next = await open(tried(withZoneB(58.4)));
      const event = await firstEvent(next);
      next.stop.abort();
      return event;
    })
    .toEqual({ kind: 'waiting' });
  release.resolve(null);
  await held;
  await expect
    .poll(async () => eventsOf(await (await open(tried(withZoneB(58.4)))).answer.text()).at(-1)?.kind)
    .toBe('done');
});

it('API-170 a user who loses the permission gets no further runs', async () => {
  const { id: userId } = await test.db.appUser.findUniqueOrThrow({ where: { login: 'research' } });
  const release = Promise.withResolvers<null>();
  const held = test.app.queues.evaluations.take({ userId }, () => release.promise);
  const { answer } = await open(stored);
  let received = '';
  const read = async () => {
    const parts = (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream());
    for await (const part of parts) received += part;
  };
  const ended = read();
  await expect.poll(() => received).toContain('waiting');
  await test.db.appUser.update({ where: { id: userId }, data: { enabled: false } });
  await expect.poll(async () => (await test.call('research', 'GET', '/kit')).statusCode).toBe(403);
  release.resolve(null);
  await held;
  await ended;
  const events = eventsOf(received);
  expect(events.map(({ kind }) => kind)).toEqual(['waiting', 'begun', 'failed']);
  expect(events.at(-1)).toMatchObject({ code: 'forbidden' });
});
