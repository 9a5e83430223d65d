import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { runAdminCommand } from '../../commands/admin-command.ts';
import { systemClock } from '../../clock.ts';
import { createSecrets } from '../../database/secrets.ts';
import { createSigner } from '../../signing/signer.ts';
import { embeddedAccounts } from './accounts.ts';

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
      identityAdmin: embeddedAccounts({ db: database.db, clock: systemClock }, 'http://localhost/r'),
      actor: { userId: null, name: 'Command line (ops)', laboratory: null },
    },
    commandLine,
  );
const userOf = (login: string) => database.db.appUser.findUniqueOrThrow({ where: { login } });

it('TRUST-345 the command line confirms an account and makes a new link, audited, where no second person can', async () => {
  const { id } = await userOf('super');
  await database.db.appUser.update({ where: { id }, data: { wayByIds: [(await userOf('sales')).id] } });
  const output = await run('reset', 'super');
  expect(output).toMatch(/^http:\/\/localhost\/r\/set-password\/[\w-]{43}\nIt works once/);
  await expect(run('confirm', 'super')).rejects.toMatchObject({ code: 'locked' });
  await database.db.$executeRaw`
    UPDATE standalone.identity_account SET set_password_expires_at = now() WHERE user_id = ${id}::uuid`;
  expect(await run('confirm', 'super')).toContain('Its permissions take effect');
  expect((await userOf('super')).wayByIds).toEqual([]);
  const entries = await database.db.auditEvent.findMany({ where: { entityId: id }, orderBy: { id: 'asc' } });
  expect(entries.map(({ action, actorName }) => [action, actorName])).toEqual([
    ['user.password-offered', 'Command line (ops)'],
    ['user.confirm', 'Command line (ops)'],
  ]);
  await expect(run('reset', 'nobody')).rejects.toMatchObject({ code: 'not-found' });
});
