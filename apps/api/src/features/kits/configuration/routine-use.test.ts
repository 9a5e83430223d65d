import { kitCalls } from '@curvewell/contracts';
import type { KitConfiguration, ListedKit } from '@curvewell/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import { interpretedRun } from '../../../../test/run-factory.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('TRUST-626 a version with results of a run that is no trial stays locked after its last lot is deactivated; a copy of it is not', async () => {
  await interpretedRun(test);
  const version = await test.db.kitVersion.findFirstOrThrow({
    where: { version: 'v2', kit: { name: 'LCT-13910' } },
    include: { phases: true },
  });
  const { id, kitId } = version;
  const [phase] = version.phases;
  const analyser = { id: phase?.analyserId ?? '' };
  await test.db.lot.updateMany({ where: { kitVersionId: id }, data: { active: false } });
  const listed = async () => {
    const kits = (await test.call('research', 'GET', '/kit/catalogue')).json<ListedKit[]>();
    return kits.flatMap(({ versions }) => versions).find((one) => one.id === id)?.use;
  };
  const save = async (changes: object, versionId = id) => {
    const { revision } = await test.db.kitVersion.findUniqueOrThrow({ where: { id: versionId } });
    return test.call('research', 'PUT', `/kit/${versionId}`, {
      kit: { id: kitId },
      kitVersion: { id: versionId, revision },
      reactionBuffer: { id: phase?.reactionBufferId },
      analyser,
      ...changes,
    });
  };
  const changes = [
    { channels: [{ name: 'FAM', phases: [] }] },
    { requiredControls: { negative: 0, positive: 0 } },
  ];
  for (const change of changes)
    expect((await save(change)).json(), JSON.stringify(change)).toMatchObject({ code: 'locked' });
  expect(await listed()).toBe('closed');
  const status = kitCalls.update.answer.parse((await save({ status: 'PERF' })).json());
  expect(status).toMatchObject({ status: 'PERF', kitVersion: { isEditable: false } });
  const versions = await test.call(
    'research',
    'GET',
    `/kit/${kitId}/versions?onlyActive=false&onlyValid=false`,
  );
  expect(versions.json<KitConfiguration['kitVersion'][]>().find((one) => one.id === id)).toMatchObject({
    isEditable: false,
  });

  const copied = await test.call('research', 'POST', '/kit', {
    kit: { id: kitId },
    kitVersion: { version: 'v2 copied', copyOf: id },
    analyser,
  });
  const copy = kitCalls.create.answer.parse(copied.json()).kitVersion;
  expect(copy.isEditable).toBe(true);
  for (const change of changes) expect((await save(change, copy.id)).statusCode).toBe(200);
});
