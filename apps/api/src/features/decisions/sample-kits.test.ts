import { kitCalls, runCalls } from '@curvewell/contracts';
import { kitDocumentSchema, type Run } from '@curvewell/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { createEmptyDatabase } from '../../../test/database.ts';
import { multipart } from '../../../test/multipart.ts';
import { configuration, importedRun, interpretedRun, submit } from '../../../test/run-factory.ts';
import { runAdminCommand } from '../../commands/admin-command.ts';
import { openDatabase } from '../../database/db.ts';
import { prepareDatabase } from '../../upgrade/prepare-database.ts';
import { createSecrets } from '../../database/secrets.ts';

const KIT = 'LCT-13910';
const TRIAL = { name: '26B0417', sampleKit: KIT };
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  // The technician, the physician and their runs belong to this laboratory; South is the demonstration laboratory.
  await test.db.laboratory.updateMany({
    where: { name: 'Demo laboratory North' },
    data: { demonstration: false },
  });
});
afterAll(() => test.close());

const now = async ({ id }: Pick<Run, 'id'>): Promise<Run> =>
  runCalls.get.answer.parse((await test.call('tech', 'GET', `/run/${id}`)).json());
const kitFor = async (login: string) =>
  kitCalls.list.answer.parse((await test.call(login, 'GET', '/kit')).json()).find(({ name }) => name === KIT);

it('KIT-141 a run with a sample kit is a trial run before and after its interpretation, and cannot be approved', async () => {
  const imported = await importedRun(test, { seed: 31 });
  const saved = await test.call('tech', 'PUT', `/run/${imported.id}`, await configuration(test.db, imported));
  expect(saved.statusCode, saved.body).toBe(200);
  expect(await now(imported)).toMatchObject({ isTrial: true, trialLots: [TRIAL] });

  const run = await interpretedRun(test, { seed: 32 });
  await submit(test, run.id);
  expect(await now(run)).toMatchObject({ isTrial: true, trialLots: [TRIAL] });
  const answer = await test.call('physician', 'PUT', `/run/${run.id}/status?status=APPROVED`, {});
  expect(answer.statusCode).not.toBe(200);
  expect(await now(run)).toMatchObject({ status: 'WAIT_FOR_APPROVAL', permissions: { canApprove: false } });
});

it('KIT-142 a sample kit is marked as such, and does not make trial runs in a demonstration laboratory', async () => {
  expect(await kitFor('tech')).toMatchObject({ isSample: true, makesTrials: true });
  expect(await kitFor('tech.south')).toMatchObject({ isSample: true, makesTrials: false });
});

it('KIT-143 a sample kit stays one when it is imported, and never becomes a version of a kit for patients', async () => {
  const row = await test.db.kitVersion.findFirstOrThrow({ where: { version: 'v2', kit: { name: KIT } } });
  const exported = kitDocumentSchema.parse(
    (await test.call('research', 'GET', `/export/kit/${row.kitId}/version/${row.id}`)).json(),
  );
  expect(exported.kit.sample).toBe(true);
  const send = async (kit: object, versionName: string) => {
    const text = JSON.stringify({ ...exported, kit: { ...exported.kit, ...kit } });
    const { headers, payload } = multipart(
      [{ field: 'file', name: 'kit.json', bytes: Buffer.from(text) }],
      [['versionName', versionName]],
    );
    return test.app.inject({
      method: 'POST',
      url: '/api/import/kit/version',
      headers: { ...headers, ...(await test.signIn('research')) },
      payload,
    });
  };
  expect((await send({ name: 'Another sample' }, 'v1')).statusCode).toBe(200);
  expect(await test.db.kit.findFirst({ where: { name: 'Another sample' } })).toMatchObject({ sample: true });

  expect((await send({ name: 'For patients', sample: undefined }, 'v1')).statusCode).toBe(200);
  const refused = await send({ name: 'For patients' }, 'v2');
  expect(refused.json()).toMatchObject({ code: 'locked' });
  expect(await test.db.kitVersion.count({ where: { kit: { name: 'For patients' } } })).toBe(1);
});

it('KIT-144 a new database has no kit; a command installs the sample kits once and audits that', async () => {
  const { url, drop } = await createEmptyDatabase();
  await prepareDatabase({ databaseUrl: url, applicationUser: null });
  const db = openDatabase(url);
  const install = () =>
    runAdminCommand(
      {
        db,
        secrets: createSecrets([]),
        identityAdmin: null,
        openSigner: () => Promise.resolve(null),
        actor: { userId: null, name: 'Command line (ops)', laboratory: null },
      },
      ['install-sample-kits'],
    );
  try {
    expect(await db.kit.count()).toBe(0);
    expect(await db.lot.count()).toBe(0);
    expect(await install()).toBe(`Installed: ${KIT}, Two-product mix, Protein thermal shift.`);
    expect(await db.kit.count({ where: { sample: true } })).toBe(3);
    expect(await install()).toBe('All sample kits are installed already.');
    const entries = await db.auditEvent.findMany({ where: { action: 'kit.install-samples' } });
    expect(entries.map(({ actorName }) => actorName)).toEqual(['Command line (ops)']);
  } finally {
    await db.$disconnect();
    await drop();
  }
});
