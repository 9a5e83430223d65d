import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { showPage } from '../../test/a-page.tsx';
import { ArchiveScreen } from './archive-screen.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

/** Renders the archive and records the criteria of each search. */
function show(at = '/archive') {
  const { changes } = showPage(<ArchiveScreen />, {
    at,
    answers: { 'POST /api/archive/runs/search': { values: [], count: 0 } },
  });
  return () => changes().map(([, body]) => (body as { readonly searchCriteria: unknown }).searchCriteria);
}
const filter = () => within(screen.getByRole('search'));
const fileName = () => filter().getByRole<HTMLInputElement>('textbox', { name: 'File name' });
const CRITERIA = [{ field: 'fileName', operator: 'CONTAINS', value: 'LCT' }];
async function searchForLct(criteria: ReturnType<typeof show>) {
  fireEvent.change(fileName(), { target: { value: 'LCT' } });
  fireEvent.click(filter().getByRole('button', { name: 'Search' }));
  await waitFor(() => {
    expect(criteria().at(-1)).toEqual(CRITERIA);
  });
}

test('ARCHIVE-03 Search applies the typed filters, and Clear filters removes all', async () => {
  const criteria = show();
  await waitFor(() => {
    expect(criteria()).toEqual([[]]);
  });
  await searchForLct(criteria);
  fireEvent.click(filter().getByRole('button', { name: 'Clear filters' }));
  expect(fileName().value).toBe('');
  await waitFor(() => {
    expect(criteria().at(-1)).toEqual([]);
  });
});

test('ARCHIVE-06 SHELL-55 the filters are kept for the session', async () => {
  await searchForLct(show());
  cleanup();
  const criteria = show();
  await waitFor(() => {
    expect(criteria()).toEqual([CRITERIA]);
  });
  expect(fileName().value).toBe('LCT');
});

test('LIST-125 the filters of a link replace those of the session', async () => {
  await searchForLct(show());
  cleanup();
  const criteria = show('/archive?operator=Holm');
  await waitFor(() => {
    expect(criteria()).toEqual([[{ field: 'operator', operator: 'CONTAINS', value: 'Holm' }]]);
  });
  expect(fileName().value).toBe('');
});
