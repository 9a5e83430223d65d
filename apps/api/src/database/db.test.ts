import { expect, it } from 'vitest';

import { createTestDatabase } from '../../test/database.ts';

it('a transaction that reads several relations at once sends the queries one after another', async () => {
  const warnings: Error[] = [];
  const listener = (warning: Error) => warnings.push(warning);
  process.on('warning', listener);
  const { db, drop } = await createTestDatabase();
  try {
    const kits = await db.$transaction((tx) =>
      tx.kit.findMany({ include: { versions: true, buffers: true, channels: true, diagnostics: true } }),
    );
    expect(kits.length).toBeGreaterThan(1);
    await expect(
      db.$transaction((tx) => Promise.all([tx.$queryRaw`SELECT 1/0`, tx.kit.count()])),
    ).rejects.toThrow();
    expect(await db.kit.count()).toBe(kits.length);
    expect(warnings).toEqual([]);
  } finally {
    process.off('warning', listener);
    await drop();
  }
});
