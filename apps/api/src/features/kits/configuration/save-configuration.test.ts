import { kitCalls } from '@curvewell/contracts';
import type { KitConfiguration } from '@curvewell/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import { importedRun } from '../../../../test/run-factory.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
let test: TestApp;
let analyserId = '';
let count = 0;
beforeAll(async () => {
  test = await createTestApp();
  analyserId = (await test.db.analyser.findFirstOrThrow({ where: { name: 'Bio-Rad CFX96' } })).id;
});
afterAll(() => test.close());

async function send(login: string, method: 'POST' | 'PUT', body: object, id = '') {
  const url = `/api/kit${id === '' ? '' : `/${id}`}`;
  return test.app.inject({ method, url, headers: await test.signIn(login), payload: body });
}

function zone(name: string, minTemp: number, maxTemp: number) {
  return { name, minTemp, maxTemp, label: '', minThreshold: null, minQuality: null };
}

function channel(zones: readonly object[], changes: object = {}) {
  const phase = {
    phaseType: 'MELT',
    minThreshold: 50,
    slopeThreshold: 4.72,
    minQuality: 0.4,
    inversed: false,
  };
  return { name: 'FAM', phases: [{ ...phase, zones, ...changes }] };
}

const rule = (zones: readonly string[], changes: object = {}) => ({
  channel: 'FAM',
  combination: { zones },
  diagnosticColor: null,
  expressions: [],
  ...changes,
});

const TWO_ZONES = [zone('A', 50, 55), zone('B', 60, 65)];

/** Creates a kit with a version, a buffer and one channel. */
async function newKit(changes: object = {}): Promise<KitConfiguration> {
  count += 1;
  const answer = await send('research', 'POST', {
    kit: { name: `Kit ${count}` },
    kitVersion: { version: 'v1' },
    reactionBuffer: { name: `Buffer ${count}` },
    analyser: { id: analyserId },
    channels: [channel(TWO_ZONES)],
    combinationDiagnostics: [rule(['A', 'B']), rule([])],
    ...changes,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return kitCalls.create.answer.parse(answer.json());
}

/** The body of a save, with the given changes. */
const bodyOf = ({ kitVersion, reactionBuffer }: KitConfiguration, changes: object = {}) => ({
  kit: { id: kitVersion.kit.id },
  kitVersion: { id: kitVersion.id, revision: kitVersion.revision },
  reactionBuffer: reactionBuffer && { id: reactionBuffer.id },
  analyser: { id: analyserId },
  ...changes,
});

it('KIT-04 the status is set for a kit on one analyser at a time, with an audited reason', async () => {
  const made = await newKit();
  const { kit, id } = made.kitVersion;
  const other = await test.db.analyser.findFirstOrThrow({ where: { id: { not: analyserId } } });
  const stored = () =>
    test.db.kitAnalyser.findMany({ where: { kitId: kit.id }, select: { analyserId: true, status: true } });
  expect(await stored()).toEqual([{ analyserId, status: 'NOT_VALIDATED' }]);
  let { revision } = made.kitVersion;
  for (const status of ['VALIDATED', 'PERF', 'NOT_VALIDATED', 'VALIDATED'] as const) {
    const body = bodyOf(made, { kitVersion: { id, revision }, status, statusReason: `now ${status}` });
    const answer = await send('research', 'PUT', body, id);
    expect(answer.statusCode, answer.body).toBe(200);
    ({ revision } = kitCalls.update.answer.parse(answer.json()).kitVersion);
    expect(await stored()).toEqual([{ analyserId, status }]);
  }
  const onOther = { kitVersion: { id, revision }, analyser: { id: other.id }, status: 'PERF' };
  expect((await send('research', 'PUT', bodyOf(made, onOther), id)).statusCode).toBe(200);
  expect(new Set((await stored()).map((one) => `${one.analyserId} ${one.status}`))).toEqual(
    new Set([`${analyserId} VALIDATED`, `${other.id} PERF`]),
  );
  const entry = await test.db.auditEvent.findFirstOrThrow({
    where: { action: 'kit.status', entityId: kit.id, details: { path: ['analyserId'], equals: analyserId } },
    orderBy: { id: 'desc' },
  });
  expect(entry.details).toMatchObject({ from: 'NOT_VALIDATED', to: 'VALIDATED', reason: 'now VALIDATED' });
  expect((await send('research', 'PUT', bodyOf(made, { status: 'GOOD' }), id)).statusCode).toBe(400);
});

it('KIT-03 a new version starts as a copy of another one of its kit, with every buffer and analyser', async () => {
  const made = await newKit();
  const other = await test.db.analyser.findFirstOrThrow({ where: { id: { not: analyserId } } });
  const second = await send(
    'research',
    'PUT',
    bodyOf(made, { analyser: { id: other.id }, channels: [channel([zone('C', 55, 60)])] }),
    made.kitVersion.id,
  );
  expect(second.statusCode, second.body).toBe(200);
  const copied = await send('research', 'POST', {
    kit: { id: made.kitVersion.kit.id },
    kitVersion: { version: 'v2', copyOf: made.kitVersion.id },
    analyser: { id: other.id },
  });
  expect(copied.statusCode, copied.body).toBe(200);
  const { id } = kitCalls.create.answer.parse(copied.json()).kitVersion;
  const settings = async (kitVersionId: string) => {
    const order = [{ analyserId: 'asc' }, { channel: 'asc' }] as const;
    const phases = await test.db.phase.findMany({
      where: { kitVersionId },
      orderBy: [...order],
      select: {
        analyserId: true,
        minThreshold: true,
        zones: { select: { name: true, minTemp: true, maxTemp: true } },
      },
    });
    const rules = await test.db.combinationRule.findMany({
      where: { kitVersionId },
      orderBy: [...order, { order: 'asc' }],
      select: { analyserId: true, zones: true, expressions: true },
    });
    return { phases, rules };
  };
  expect(await settings(id)).toEqual(await settings(made.kitVersion.id));
  expect((await settings(id)).phases).toHaveLength(2);

  const strange = await send('research', 'POST', {
    kit: { id: (await newKit()).kitVersion.kit.id },
    kitVersion: { version: 'v2', copyOf: made.kitVersion.id },
  });
  expect(strange.statusCode).toBe(404);
});

it('TRUST-664 the target of a channel cannot be changed once any version of the kit is in use, and a change is audited', async () => {
  const source = await newKit({ channelAssignments: [{ channel: 'FAM', label: 'Factor V' }] });
  const { id, kit } = source.kitVersion;
  const targets = async () =>
    (await test.db.kitChannel.findMany({ where: { kitId: kit.id } })).map(({ label }) => label);
  const renamed = (saved: KitConfiguration, label: string) => {
    const same = { channels: [channel(TWO_ZONES)], combinationDiagnostics: [rule(['A', 'B']), rule([])] };
    const changed = bodyOf(saved, { ...same, channelAssignments: [{ channel: 'FAM', label }] });
    return send('research', 'PUT', changed, saved.kitVersion.id);
  };
  const entries = async () => {
    const where = { action: 'kitVersion.configure', entityId: id };
    const found = await test.db.auditEvent.findMany({ where, orderBy: { id: 'asc' } });
    return found.flatMap(({ details }) => (details as { targets?: object[] }).targets ?? []);
  };
  expect((await renamed(source, 'Factor II')).statusCode).toBe(200);
  expect(await targets()).toEqual(['Factor II']);
  expect(await entries()).toEqual([
    { channel: 'FAM', from: null, to: 'Factor V' },
    { channel: 'FAM', from: 'Factor V', to: 'Factor II' },
  ]);

  const made = await send('research', 'POST', {
    kit: { id: kit.id },
    kitVersion: { version: 'v2', copyOf: id },
  });
  const draft = kitCalls.create.answer.parse(made.json());
  const isInUse = async () => {
    const answer = await renamed(draft, 'MTHFR');
    return [answer.statusCode, answer.json<{ code?: string }>().code];
  };
  const lot = await test.db.lot.create({
    data: { kitVersionId: id, name: 'T1', active: true, admin: true, expirationDate: new Date('2099-01-01') },
  });
  expect(await isInUse()).toEqual([409, 'locked']);
  // Closing the lot does not open the targets, because the run still shows them.
  await test.db.lot.update({ where: { id: lot.id }, data: { active: false } });
  const run = await importedRun(test, { seed: 664 });
  const body = {
    kits: [{ kitVersion: { id }, reactionBuffer: null, lots: [{ id: lot.id }] }],
    revision: run.revision,
  };
  const saved = await test.call('tech', 'PUT', `/run/${run.id}`, body);
  expect(saved.statusCode, saved.body).toBe(200);
  expect(await isInUse()).toEqual([409, 'locked']);
  expect(await targets()).toEqual(['Factor II']);
});

it('TRUST-667 a buffer that only a kit of another laboratory has is not found by its id, and adding one is audited', async () => {
  const { id: laboratoryId } = await test.db.laboratory.findFirstOrThrow({
    where: { name: { contains: 'South' } },
  });
  const { id } = await test.db.reactionBuffer.create({ data: { name: 'Buffer of the South' } });
  const buffers = { create: { reactionBufferId: id } };
  await test.db.kit.create({ data: { name: 'Kit of the South', laboratoryId, buffers } });
  const kit = { name: 'Kit with a buffer by its id' };
  const body = { kit, kitVersion: { version: 'v1' }, reactionBuffer: { id }, analyser: { id: analyserId } };
  const refused = await send('research', 'POST', body);
  expect([refused.statusCode, refused.body.includes('of the South')]).toEqual([404, false]);
  await test.db.kit.create({ data: { name: 'Shared kit with the buffer', buffers } });
  const made = await send('research', 'POST', body);
  expect(made.statusCode, made.body).toBe(200);
  // Adding it is a change of the kit, although nothing else is saved.
  const entityId = kitCalls.create.answer.parse(made.json()).kitVersion.id;
  const where = { action: 'kitVersion.configure', entityId };
  const entries = await test.db.auditEvent.findMany({ where });
  expect(entries.map(({ details }) => details)).toEqual([{ reactionBufferId: id }]);
});

it('KIT-220 a new kit starts as a copy of another with its diagnostics, buffers and settings, validated on no analyser', async () => {
  const source = await newKit({ channelAssignments: [{ channel: 'FAM', label: 'Factor V' }] });
  const { kit } = source.kitVersion;
  const own = await test.db.diagnosticColor.create({
    data: { kitId: kit.id, diagnosticName: 'HETEROZYGOUS', label: 'Carrier', color: '#8c69b8' },
  });
  await test.db.combinationRule.updateMany({
    where: { kitVersionId: source.kitVersion.id, zones: { has: 'A' } },
    data: { diagnosticColorId: own.id },
  });
  await test.db.kitVersion.update({
    where: { id: source.kitVersion.id },
    data: { outsideDiagnosticId: own.id },
  });
  await test.db.kitAnalyser.updateMany({ where: { kitId: kit.id }, data: { status: 'VALIDATED' } });
  await test.db.kit.update({ where: { id: kit.id }, data: { sample: true } });

  const copyOf = source.kitVersion.id;
  const made = await send('research', 'POST', {
    kit: { name: 'A copy' },
    kitVersion: { version: 'v1', copyOf },
    analyser: { id: analyserId },
  });
  expect(made.statusCode, made.body).toBe(200);
  const copy = kitCalls.create.answer.parse(made.json());
  expect(copy).toMatchObject({ status: 'NOT_VALIDATED', reactionBuffer: { id: source.reactionBuffer?.id } });
  expect(copy.channels[0]?.phases[0]?.zones.map(({ name }) => name)).toEqual(['A', 'B']);
  const stored = await test.db.kit.findUniqueOrThrow({
    where: { id: copy.kitVersion.kit.id },
    include: { channels: true, diagnostics: true, analysers: true },
  });
  expect(stored).toMatchObject({
    sample: true,
    channels: [{ channel: 'FAM', label: 'Factor V' }],
    diagnostics: [{ diagnosticName: 'HETEROZYGOUS', label: 'Carrier', color: '#8c69b8' }],
    analysers: [{ analyserId, status: 'NOT_VALIDATED' }],
  });
  // The rules name the diagnostics of the copy, so that a later change of the first kit does not reach it.
  const [diagnostic] = stored.diagnostics;
  expect(diagnostic?.id).not.toBe(own.id);
  const called = await test.db.combinationRule.findMany({
    where: { kitVersionId: copy.kitVersion.id, diagnosticColorId: { not: null } },
  });
  expect(called.map(({ diagnosticColorId }) => diagnosticColorId)).toEqual([diagnostic?.id]);
  const version = await test.db.kitVersion.findUniqueOrThrow({ where: { id: copy.kitVersion.id } });
  expect(version.outsideDiagnosticId).toBe(diagnostic?.id);

  const unknown = { kit: { name: 'Of nothing' }, kitVersion: { version: 'v1', copyOf: UNKNOWN } };
  expect((await send('research', 'POST', unknown)).statusCode).toBe(404);
  expect(await test.db.kit.count({ where: { name: 'Of nothing' } })).toBe(0);
});

it('KIT-06 the status changes with an audited reason, even for a locked version', async () => {
  const made = await newKit();
  await test.db.kitVersion.update({ where: { id: made.kitVersion.id }, data: { isEditable: false } });
  const changed = await send(
    'research',
    'PUT',
    bodyOf(made, { status: 'VALIDATED', statusReason: 'Plan 12 is done.' }),
    made.kitVersion.id,
  );
  expect(changed.json()).toMatchObject({ status: 'VALIDATED' });
  const entry = await test.db.auditEvent.findFirstOrThrow({
    where: { action: 'kit.status', entityId: made.kitVersion.kit.id },
    orderBy: { id: 'desc' },
  });
  expect(entry.details).toMatchObject({ from: 'NOT_VALIDATED', to: 'VALIDATED', reason: 'Plan 12 is done.' });
});

describe('creating kits', () => {
  it('API-37 creates a kit, version and buffer with their settings, and audits each', async () => {
    const made = await newKit();
    expect(made.channels[0]?.phases[0]?.zones.map(({ name }) => name)).toEqual(['A', 'B']);
    expect(made.combinationDiagnostics.map(({ combination }) => combination.label)).toEqual([
      'NONE',
      'A + B',
    ]);
    expect(made).toMatchObject({ status: 'NOT_VALIDATED', kitVersion: { version: 'v1', isFirst: true } });
    const actions = await test.db.auditEvent.findMany({ orderBy: { id: 'desc' }, take: 5 });
    expect(new Set(actions.map(({ action }) => action))).toEqual(
      new Set([
        'kit.create',
        'kitVersion.create',
        'reactionBuffer.create',
        'kitVersion.configure',
        'kit.status',
      ]),
    );
  });

  it('STEP1-06 STEP1-16 CONST-19 creates a kit by its name alone, as v1; settings require a buffer', async () => {
    const kit = { name: 'Made in place' };
    const made = await send('research', 'POST', { kit, kitVersion: { version: 'v1' } });
    expect(made.statusCode, made.body).toBe(200);
    const { kitVersion, reactionBuffer } = kitCalls.create.answer.parse(made.json());
    expect(kitVersion).toMatchObject({ version: 'v1', kit, isFirst: true });
    expect(reactionBuffer).toBeNull();

    const body = bodyOf(kitCalls.create.answer.parse(made.json()), { channels: [channel(TWO_ZONES)] });
    const refused = await send('research', 'PUT', body, kitVersion.id);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ message: 'no rb name' });
  });

  it('AUTH-34 only holders of WRITE_KIT_CONFIG_ADMIN save', async () => {
    const body = { kit: { name: 'Never' }, kitVersion: { version: 'v1' }, reactionBuffer: { name: 'Never' } };
    for (const login of ['tech', 'quality', 'physician']) {
      expect((await send(login, 'POST', body)).statusCode).toBe(403);
      expect((await send(login, 'PUT', body, UNKNOWN)).statusCode).toBe(403);
    }
  });

  it('STEP1-11 STEP1-12 STEP1-13 taken names are refused, ignoring case, and nothing is created', async () => {
    const { kitVersion, reactionBuffer } = await newKit();
    const taken = (kind: string) => ({
      code: 'name-taken',
      message: `You cannot add a ${kind} with a same name as another one`,
      details: { kind },
    });
    const kit = { id: kitVersion.kit.id };
    const buffer = { id: reactionBuffer?.id };
    const bodies: [string, object][] = [
      ['Kit', { kit: { name: kitVersion.kit.name.toUpperCase() }, kitVersion: { version: 'v1' } }],
      ['Kit Version', { kit, kitVersion: { version: 'V1' }, reactionBuffer: buffer }],
      [
        'Reaction Buffer',
        { kit, kitVersion: { version: 'v2' }, reactionBuffer: { name: reactionBuffer?.name.toUpperCase() } },
      ],
    ];
    for (const [kind, body] of bodies) {
      expect((await send('research', 'POST', body)).json()).toMatchObject(taken(kind));
    }
    expect(await test.db.kitVersion.count({ where: { kitId: kit.id } })).toBe(1);
  });
});

describe('changing kits', () => {
  it('API-38 replaces the given channel and keeps the other; the audit trail keeps the previous settings', async () => {
    const made = await newKit();
    const texasRed = { ...channel([zone('E', 40, 45)]), name: 'TEXAS_RED' };
    const first = await send('research', 'PUT', bodyOf(made, { channels: [texasRed] }), made.kitVersion.id);
    const both = kitCalls.update.answer.parse(first.json());
    expect(both.channels.map(({ phases }) => phases[0]?.zones.length)).toEqual([2, 1]);

    const emptied = bodyOf(both, { channels: [{ name: 'FAM', phases: [] }] });
    const second = await send('research', 'PUT', emptied, made.kitVersion.id);
    const one = kitCalls.update.answer.parse(second.json());
    expect(one.channels.map(({ configured }) => configured)).toEqual([false, true]);
    expect(one.combinationDiagnostics).toEqual([]);
    const last = await test.db.auditEvent.findFirst({
      where: { entityId: made.kitVersion.id },
      orderBy: { id: 'desc' },
    });
    expect(last).toMatchObject({ action: 'kitVersion.configure', details: { channels: ['FAM'] } });
  });

  it('KIT-07 of a version with an active lot only the status may change', async () => {
    const made = await newKit();
    const { id } = made.kitVersion;
    await test.db.lot.create({
      data: { kitVersionId: id, name: 'L-1', expirationDate: new Date('2099-12-31') },
    });
    const change = bodyOf(made, { channels: [channel([zone('A', 51, 55)])] });
    expect((await send('research', 'PUT', change, id)).json()).toMatchObject({ code: 'locked' });
    const other = bodyOf(made, { reactionBuffer: { name: 'Another' } });
    expect((await send('research', 'PUT', other, id)).json()).toMatchObject({ code: 'locked' });

    const same = { channels: [channel(TWO_ZONES)], combinationDiagnostics: [rule([]), rule(['B', 'A'])] };
    const status = await send('research', 'PUT', bodyOf(made, { ...same, status: 'PERF' }), id);
    expect(status.json()).toMatchObject({ status: 'PERF' });
    await test.db.lot.updateMany({ where: { kitVersionId: id }, data: { active: false } });
    const again = { ...change, kitVersion: { id, revision: made.kitVersion.revision + 1 } };
    expect((await send('research', 'PUT', again, id)).statusCode).toBe(200);
  });

  it('API-38 an old revision is stale; a different version in the body is refused', async () => {
    const made = await newKit();
    const { id } = made.kitVersion;
    const body = bodyOf(made, { status: 'VALIDATED' });
    expect((await send('research', 'PUT', body, id)).statusCode).toBe(200);
    const late = await send('super', 'PUT', body, id);
    expect(late.json()).toMatchObject({ code: 'stale', details: { by: expect.any(String) as string } });
    expect((await send('research', 'PUT', body, UNKNOWN)).statusCode).toBe(400);
    const unknown = { ...body, kitVersion: { id: UNKNOWN, revision: 1 } };
    expect((await send('research', 'PUT', unknown, UNKNOWN)).statusCode).toBe(404);
  });

  it.each([
    ['KIT-13 a zone letter used twice', { channels: [channel([zone('A', 50, 55), zone('A', 60, 65)])] }],
    ['KIT-12 a zone that ends where it begins', { channels: [channel([zone('A', 55, 55)])] }],
    ['zones that overlap', { channels: [channel([zone('A', 50, 55), zone('B', 54.9, 65)])] }],
    [
      'KIT-09 an inversed annealing phase',
      { channels: [channel([], { phaseType: 'ANNEAL', inversed: true })] },
    ],
    [
      'KIT-10 a phase type chosen twice',
      { channels: [{ name: 'FAM', phases: [...channel([]).phases, ...channel([]).phases] }] },
    ],
    ['a channel named twice', { channels: [channel([]), channel([])] }],
    [
      'a combination of an unknown zone',
      { channels: [channel(TWO_ZONES)], combinationDiagnostics: [rule(['C'])] },
    ],
    ['a combination without its channel', { combinationDiagnostics: [rule([])] }],
    [
      "another kit's diagnostic",
      { channels: [channel([])], combinationDiagnostics: [rule([], { diagnosticColor: { id: UNKNOWN } })] },
    ],
    [
      'KIT-22 a condition on a zone that the combination has not',
      {
        channels: [channel(TWO_ZONES)],
        combinationDiagnostics: [
          rule(['A'], { expressions: [{ firstOperand: 'A', operator: 'GT', secondOperand: 'B' }] }),
        ],
      },
    ],
  ])('refuses %s', async (_, changes) => {
    const made = await newKit();
    const answer = await send('research', 'PUT', bodyOf(made, changes), made.kitVersion.id);
    expect(answer.json()).toMatchObject({
      code: 'invalid-request',
      issues: [{ path: expect.any(Array) as [] }],
    });
  });
});

it('KIT-160 zones that are too close to separate are saved, with a warning', async () => {
  const near = [zone('A', 60, 61), zone('C', 61.2, 62.2), zone('B', 70, 71)];
  const made = await newKit({ channels: [channel(near)] });
  expect(made.channels[0]?.phases[0]?.zones).toHaveLength(3);
  expect(made.warnings).toEqual([
    'FAM, MELT: zones A and C are 1.20 °C apart. With a reading every 0.5 °C (assumed, because there is no run with this kit), two products are two peaks from 1.70 °C on: a single peak there is flagged “may be two products”.',
  ]);
  expect((await newKit()).warnings).toBeUndefined();
});

it('KIT-174 KIT-179 widths, ratios and limits in hundredths are saved exactly', async () => {
  const fine = [zone('A', 50.02, 55.48), zone('B', 55.5, 65.125)];
  const expressions = [
    { firstOperand: { width: 'A' }, operator: 'GT', secondOperand: 3.25 },
    { firstOperand: { ratio: ['A', 'B'] }, operator: 'LTE', secondOperand: 2 },
  ];
  const made = await newKit({
    channels: [channel(fine)],
    combinationDiagnostics: [rule(['A', 'B'], { expressions })],
  });
  const ids = ['width(A) GT 3.25', 'ratio(A,B) LTE 2'];
  expect(made.combinationDiagnostics[0]?.expressions).toEqual(
    expressions.map((expression, index) => ({ ...expression, id: ids[index] })),
  );
  expect(made.channels[0]?.phases[0]?.zones).toMatchObject([
    { minTemp: 50.02, maxTemp: 55.48 },
    { minTemp: 55.5, maxTemp: 65.125 },
  ]);
});
