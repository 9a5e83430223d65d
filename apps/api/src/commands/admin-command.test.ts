import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { AdminUsageError, runAdminCommand } from './admin-command.ts';
import { createSecrets } from '../database/secrets.ts';
import { createSigner } from '../signing/signer.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const run = (...commandLine: string[]) =>
  runAdminCommand(
    {
      db: database.db,
      secrets: createSecrets([]),
      openSigner: () => Promise.resolve(createSigner(Buffer.alloc(32, 2))),
      identityAdmin: null,
      actor: { userId: null, name: 'Command line (ops)', laboratory: null },
    },
    commandLine,
  );
const userOf = (login: string) =>
  database.db.appUser.findUniqueOrThrow({ where: { login }, include: { laboratory: true } });

it('LAB-105 creates a laboratory, assigns a user and audits both; creates nothing when the user is unknown', async () => {
  await expect(run('create-laboratory', 'First', '--user', 'nobody')).rejects.toMatchObject({
    code: 'not-found',
  });
  expect(await database.db.laboratory.count({ where: { name: 'First' } })).toBe(0);

  expect(await run('people')).toContain('newcomer  Noa Weiss');
  expect(await run('create-laboratory', 'First', '--user', 'Newcomer')).toContain('added Newcomer');
  const newcomer = await userOf('newcomer');
  expect(newcomer.laboratory?.name).toBe('First');
  const entries = await database.db.auditEvent.findMany({
    where: { laboratoryId: newcomer.laboratoryId, actorName: 'Command line (ops)' },
    orderBy: { id: 'asc' },
  });
  expect(entries.map(({ action }) => action)).toEqual(['laboratory.create', 'user.take-in']);
  expect(await run('people')).toBe('There are no unassigned users.');

  await expect(run('create-laboratory', 'FIRST')).rejects.toMatchObject({ code: 'name-taken' });
  await expect(run('assign', 'tech', '--laboratory', 'First')).rejects.toMatchObject({ code: 'in-use' });
});

it('LAB-105 assigns a user to an existing laboratory, and links a recreated account', async () => {
  await database.db.appUser.update({ where: { login: 'tech.south' }, data: { laboratoryId: null } });
  await expect(run('assign', 'tech.south', '--laboratory', 'None')).rejects.toMatchObject({
    code: 'not-found',
  });
  await run('assign', 'tech.south', '--laboratory', 'demo laboratory north');
  const user = await userOf('tech.south');
  expect(user.laboratory?.name).toBe('Demo laboratory North');

  await expect(run('link', 'tech.south')).rejects.toMatchObject({ code: 'not-found' });
  await database.db.newAccount.create({ data: { userId: user.id, subject: 'second', seenAt: new Date() } });
  expect(await run('people')).toContain('new account for a known login');
  await run('link', 'tech.south');
  expect(await userOf('tech.south')).toMatchObject({ subject: 'second' });
  expect(await database.db.auditEvent.count({ where: { action: 'user.link', entityId: user.id } })).toBe(1);
});

it.each([
  [[]],
  [['nonsense']],
  [['create-laboratory']],
  [['create-laboratory', 'a', 'b']],
  [['assign', 'tech']],
  [['link', '--what']],
  [['create-laboratory', ' ']],
])('LAB-105 %j is refused with the reason', async (commandLine) => {
  await expect(run(...commandLine)).rejects.toBeInstanceOf(AdminUsageError);
});
