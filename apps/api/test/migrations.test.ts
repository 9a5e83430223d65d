import { expect, it } from 'vitest';

import { migrationDraft } from '../src/migrations.ts';
import { createTestDatabase } from './database.ts';

it('the migrations lead to the schema', async () => {
  const { url, drop } = await createTestDatabase();
  expect(await migrationDraft(url)).toBe('');
  await drop();
});
