import { expect, it } from 'vitest';

import { createTestDatabase } from '../../../test/database.ts';
import { systemClock } from '../../clock.ts';
import { deleteExpiredSessions } from './delete-expired-sessions.ts';

const DAY_MS = 24 * 3600 * 1000;

it('deletes sessions that were first seen 90 days ago, and no later ones', async () => {
  const { db, drop } = await createTestDatabase();
  const { id: userId } = await db.appUser.findUniqueOrThrow({ where: { login: 'tech' } });
  const seen = (id: string, days: number) => ({ id, userId, seenAt: new Date(Date.now() - days * DAY_MS) });
  await db.seenSession.createMany({ data: [seen('long ago', 91), seen('lately', 89)] });
  expect(await deleteExpiredSessions({ db, clock: systemClock })).toBe(1);
  expect((await db.seenSession.findMany()).map(({ id }) => id)).toEqual(['lately']);
  await drop();
});
