import { matchRoutes } from 'react-router-dom';
import { expect, test } from 'vitest';

import type { PageHandle } from './page-handle.ts';
import { routes } from './router.tsx';

const railEntryOf = (address: string) =>
  (matchRoutes(routes, address)?.at(-1)?.route.handle as PageHandle | undefined)?.rail;

test('the pages of a run highlight Runs, those of an archived run highlight Archive', () => {
  expect(['/', '/run/import', '/run/5/interpretation'].map(railEntryOf)).toEqual(['runs', 'runs', 'runs']);
  expect(['/archive', '/archive/run/5/history'].map(railEntryOf)).toEqual(['archive', 'archive']);
  expect(['/admin/laboratories', '/admin/add'].map(railEntryOf)).toEqual(['laboratories', 'laboratories']);
  expect(railEntryOf('/404')).toBeNull();
  expect(railEntryOf('/nowhere')).toBeUndefined();
});
