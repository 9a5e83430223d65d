import { kitCalls, runCalls } from '@curvewell/contracts';
import type { KitConfiguration } from '@curvewell/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import { interpretedRun } from '../../../../test/run-factory.ts';

let test: TestApp;
let kitId = '';
beforeAll(async () => {
  test = await createTestApp();
  kitId = (await test.db.kit.findFirstOrThrow({ where: { name: 'LCT-13910' } })).id;
});
afterAll(() => test.close());

const colorOf = async (name: string) =>
  test.db.diagnosticColor.findFirstOrThrow({ where: { kitId, diagnosticName: name } });

let count = 0;
async function newVersion(changes: object = {}) {
  count += 1;
  return test.call('research', 'POST', '/kit', {
    kit: { id: kitId },
    kitVersion: { version: `settings ${count}` },
    ...changes,
  });
}

async function made(changes: object = {}): Promise<KitConfiguration> {
  const answer = await newVersion(changes);
  expect(answer.statusCode, answer.body).toBe(200);
  return kitCalls.create.answer.parse(answer.json());
}

const save = async (
  { kitVersion }: Pick<KitConfiguration, 'kitVersion'>,
  changes: object,
  login = 'research',
) =>
  test.call(login, 'PUT', `/kit/${kitVersion.id}`, {
    kit: { id: kitId },
    kitVersion: { id: kitVersion.id, revision: kitVersion.revision },
    ...changes,
  });

it('KIT-130 a new kit version requires one negative and no positive control; 0 to 20 of each are allowed', async () => {
  const first = await made();
  expect(first.kitVersion.requiredControls).toEqual({ negative: 1, positive: 0 });
  const changed = await save(first, { requiredControls: { negative: 0, positive: 20 } });
  expect(changed.statusCode, changed.body).toBe(200);
  const { kitVersion } = kitCalls.update.answer.parse(changed.json());
  expect(kitVersion.requiredControls).toEqual({ negative: 0, positive: 20 });
  // A save without these fields does not change them.
  const left = kitCalls.update.answer.parse((await save({ kitVersion }, {})).json()).kitVersion;
  expect(left.requiredControls).toEqual({ negative: 0, positive: 20 });
  for (const wrong of [
    { negative: 21, positive: 0 },
    { negative: 1, positive: -1 },
    { negative: 1.5, positive: 0 },
  ])
    expect((await save({ kitVersion: left }, { requiredControls: wrong })).statusCode).toBe(400);
});

it('KIT-131 a peak outside all zones is no call, or a diagnostic of the kit other than negative and results of controls', async () => {
  const first = await made();
  expect(first.kitVersion.outsideDiagnostic).toBeNull();
  const wildType = await colorOf('HOMOZYGOUS_WILD_TYPE');
  const changed = await save(first, { outsideDiagnostic: { id: wildType.id } });
  const { kitVersion } = kitCalls.update.answer.parse(changed.json());
  expect(kitVersion.outsideDiagnostic?.diagnostic.name).toBe('HOMOZYGOUS_WILD_TYPE');

  const foreign = await test.db.diagnosticColor.findFirstOrThrow({
    where: { AND: [{ kitId: { not: kitId } }, { kitId: { not: null } }], diagnosticName: 'HETEROZYGOUS' },
  });
  const ofControls = await test.db.diagnosticColor.findFirstOrThrow({ where: { diagnosticName: 'TEST_OK' } });
  for (const { id } of [foreign, ofControls, await colorOf('NEGATIVE')]) {
    const refused = await save({ kitVersion }, { outsideDiagnostic: { id } });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ issues: [{ path: ['body', 'outsideDiagnostic', 'id'] }] });
  }
  const none = await save({ kitVersion }, { outsideDiagnostic: null });
  expect(kitCalls.update.answer.parse(none.json()).kitVersion.outsideDiagnostic).toBeNull();
});

it('KIT-132 required controls and the diagnostic for peaks outside all zones are locked, copied, audited and validated like zones and rules', async () => {
  const first = await made();
  const color = await colorOf('HETEROZYGOUS');
  const settings = { requiredControls: { negative: 2, positive: 1 }, outsideDiagnostic: { id: color.id } };
  expect((await save(first, settings, 'quality')).statusCode).toBe(403);
  const changed = kitCalls.update.answer.parse((await save(first, settings)).json());
  expect((await save(first, { requiredControls: { negative: 3, positive: 1 } })).json()).toMatchObject({
    code: 'stale',
  });
  const entry = await test.db.auditEvent.findFirstOrThrow({
    where: { action: 'kitVersion.configure', entityId: first.kitVersion.id },
    orderBy: { id: 'desc' },
  });
  expect(entry.details).toEqual({
    from: {
      requiredControls: { negative: 1, positive: 0 },
      outsideDiagnostic: null,
      tmShift: null,
      meltTemplates: null,
      curveShapes: null,
      replicates: null,
      channelRules: null,
      amplification: null,
    },
    to: {
      requiredControls: { negative: 2, positive: 1 },
      outsideDiagnostic: 'HETEROZYGOUS',
      tmShift: null,
      meltTemplates: null,
      curveShapes: null,
      replicates: null,
      channelRules: null,
      amplification: null,
    },
  });

  const copied = await made({ kitVersion: { version: 'copied', copyOf: first.kitVersion.id } });
  expect(copied.kitVersion).toMatchObject({
    requiredControls: settings.requiredControls,
    outsideDiagnostic: { id: color.id },
  });

  await test.db.lot.create({
    data: { kitVersionId: first.kitVersion.id, name: 'L-1', expirationDate: new Date('2099-12-31') },
  });
  for (const change of [{ requiredControls: { negative: 0, positive: 0 } }, { outsideDiagnostic: null }])
    expect((await save(changed, change)).json()).toMatchObject({ code: 'locked' });
  expect((await save(changed, settings)).statusCode, 'nothing changes').toBe(200);
});

it('KIT-133 a run lists the controls that its kit versions require, and uses their diagnostic for peaks outside all zones', async () => {
  const color = await colorOf('HETEROZYGOUS');
  const version = await test.db.kitVersion.findFirstOrThrow({ where: { kitId, version: 'v2' } });
  await test.db.kitVersion.update({
    where: { id: version.id },
    data: { outsideDiagnosticId: color.id, negativeControls: 3, positiveControls: 2 },
  });
  const run = await interpretedRun(test);
  const answer = runCalls.get.answer.parse((await test.call('tech', 'GET', `/run/${run.id}`)).json());
  expect(answer.kits.map(({ requiredControls }) => requiredControls)).toEqual([{ negative: 3, positive: 2 }]);
  const { configuration } = await test.db.interpretation.findFirstOrThrow({ where: { runId: run.id } });
  expect(configuration).toMatchObject({
    assays: [{ outsideDiagnostic: { id: color.id, diagnostic: { name: 'HETEROZYGOUS' } } }],
  });
});
