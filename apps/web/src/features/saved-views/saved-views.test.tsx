import type { SavedView } from '@curvewell/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';

import { showPage } from '../../../test/a-page.tsx';
import { idOf } from '../../../test/a-run.ts';
import { sameAddress } from './same-address.ts';
import { SavedViews } from './saved-views.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const WAITING: SavedView = {
  id: idOf('1'),
  page: 'runs',
  name: 'Waiting',
  address: 'status=WAIT_FOR_APPROVAL&sort=created',
};
const OF_ARCHIVE: SavedView = { ...WAITING, id: idOf('2'), page: 'archive', name: 'Old ones' };

/** A list of runs that shows `current`, and the last query that it was asked to show. */
function show(current: string) {
  let opened: string | null = null;
  function List() {
    const [query, setQuery] = useState(current);
    return (
      <SavedViews
        page="runs"
        path="/"
        current={query}
        onOpen={(address) => {
          opened = address;
          setQuery(address);
        }}
      />
    );
  }
  const { changes } = showPage(<List />, {
    answers: {
      'GET /api/saved-views': [WAITING, OF_ARCHIVE],
      'POST /api/saved-views': { ...WAITING, id: idOf('3'), name: 'Approved', address: 'status=APPROVED' },
      [`PUT /api/saved-views/${WAITING.id}`]: { ...WAITING, name: 'Late' },
      [`DELETE /api/saved-views/${WAITING.id}`]: new Response(null, { status: 204 }),
    },
  });
  return { changes, opened: () => opened };
}
const views = () => screen.findByRole('group', { name: 'Saved views' });
const view = async (name: string) =>
  within(await views()).findByRole('button', { name: new RegExp(`^${name}`) });
async function choose(entry: string) {
  fireEvent.click(await screen.findByRole('button', { name: 'Actions of view Waiting' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: entry }));
}

test('LIST-122 the views of a page are buttons beside its filters, and open it with their filters', async () => {
  const { opened } = show('');
  const waiting = await view('Waiting');
  expect(waiting.getAttribute('aria-pressed')).toBe('false');
  expect(screen.queryByRole('button', { name: 'Old ones' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save this view' })).toBeNull();
  fireEvent.click(waiting);
  expect(opened()).toBe(WAITING.address);
  expect(waiting.getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(waiting);
  expect(opened()).toBe('');
});

test('LIST-122 filters that are not saved yet are saved under a name', async () => {
  const { changes } = show('status=APPROVED');
  fireEvent.click(await screen.findByRole('button', { name: 'Save this view' }));
  const dialog = await screen.findByRole('dialog', { name: 'Save this view' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(within(dialog).getByText('Enter a name.')).toBeTruthy();
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: ' Approved ' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(changes()).toEqual([
      ['POST /api/saved-views', { page: 'runs', name: 'Approved', address: 'status=APPROVED' }],
    ]);
  });
  expect((await view('Approved')).getAttribute('aria-pressed')).toBe('true');
});

test('LIST-123 a view is renamed, and deleted after a question', async () => {
  const { changes } = show(WAITING.address);
  await choose('Rename');
  const dialog = await screen.findByRole('dialog', { name: 'Rename view' });
  const name = within(dialog).getByRole<HTMLInputElement>('textbox');
  expect(name.value).toBe('Waiting');
  fireEvent.change(name, { target: { value: 'Late' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await view('Late');
  expect(changes()).toEqual([
    [`PUT /api/saved-views/${WAITING.id}`, { name: 'Late', address: WAITING.address }],
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Actions of view Late' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: 'Late' })).toBeNull();
  });
});

test('LIST-123 a view whose filters no longer exist can be deleted', async () => {
  showPage(<SavedViews page="runs" path="/" current="" onOpen={() => undefined} />, {
    answers: {
      'GET /api/saved-views': [WAITING],
      [`DELETE /api/saved-views/${WAITING.id}`]: new Response(null, { status: 204 }),
    },
  });
  fireEvent.click(await view('Waiting'));
  await choose('Delete');
  fireEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: 'Waiting' })).toBeNull();
  });
});

test('LIST-123 the link of a view is copied', async () => {
  const copied: string[] = [];
  vi.stubGlobal('navigator', {
    clipboard: { writeText: (link: string) => Promise.resolve(copied.push(link)) },
  });
  show(WAITING.address);
  await choose('Copy link');
  expect(copied).toEqual([`${window.location.origin}/?${WAITING.address}`]);
});

test('LIST-122 an open view whose filters were changed is saved with the new ones', async () => {
  const changed = vi.fn<(address: string) => void>();
  function List() {
    const [query, setQuery] = useState('');
    return (
      <>
        <SavedViews page="runs" path="/" current={query} onOpen={setQuery} />
        <button
          onClick={() => {
            setQuery('status=REJECTED');
          }}
        >
          Other filters
        </button>
      </>
    );
  }
  showPage(<List />, {
    answers: {
      'GET /api/saved-views': [WAITING],
      [`PUT /api/saved-views/${WAITING.id}`]: ({ body }: { readonly body: string }) => {
        const { address } = JSON.parse(body) as SavedView;
        changed(address);
        return { ...WAITING, address };
      },
    },
  });
  fireEvent.click(await view('Waiting'));
  fireEvent.click(screen.getByRole('button', { name: 'Other filters' }));
  expect((await view('Waiting')).textContent).toBe('Waiting · changed');
  await choose('Save the changed filters');
  await waitFor(() => {
    expect(changed).toHaveBeenCalledWith('status=REJECTED');
  });
  expect((await view('Waiting')).getAttribute('aria-pressed')).toBe('true');
});

test('LIST-122 two queries are the same view in any order', () => {
  expect(sameAddress('status=APPROVED&sort=created', 'sort=created&status=APPROVED')).toBe(true);
  expect(sameAddress('status=APPROVED', 'status=APPROVED&sort=created')).toBe(false);
});
