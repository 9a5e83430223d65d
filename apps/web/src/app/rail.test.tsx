import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { refusal, showPage } from '../../test/a-page.tsx';
import { Rail } from './rail.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const REINDEX = 'POST /api/run/reindex-elasticsearch';

/** A super administrator presses Reindex and sees the confirmation. */
async function askToReindex(answer: unknown) {
  const page = showPage(<Rail />, { permissions: ['SUPER_ADMIN'], answers: { [REINDEX]: answer } });
  fireEvent.click(await screen.findByRole('button', { name: 'Reindex' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Rebuild the search index of all runs?' });
  const press = (name: 'Yes' | 'No') => {
    fireEvent.click(within(dialog).getByRole('button', { name }));
  };
  return { ...page, dialog, press };
}

test('SHELL-31 reindex asks for confirmation with Yes and No', async () => {
  const { changes, dialog, press } = await askToReindex({ runs: 3 });
  const buttons = within(dialog).getAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['No', 'Yes']);
  press('No');
  await waitFor(() => {
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
  expect(changes()).toEqual([]);
});

test('SHELL-32 ERR-34 a successful reindex shows its own title and message', async () => {
  const { changes, press } = await askToReindex({ runs: 3 });
  press('Yes');
  const message = await screen.findByText('The search index was rebuilt.');
  expect(message.closest('[role=status]')?.textContent).toMatch(/^Reindex/);
  expect(changes()).toEqual([[REINDEX, null]]);
});

test('SHELL-33 ERR-34 a failed reindex shows its own title and message', async () => {
  const { press } = await askToReindex(refusal('The index is being rebuilt.', 409));
  press('Yes');
  const title = await screen.findByText('Reindex failed');
  expect(title.closest('[role=alert]')?.textContent).toContain('The index is being rebuilt.');
});
