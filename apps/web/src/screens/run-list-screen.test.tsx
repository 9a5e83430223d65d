import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { refusal, showPage, timeOf } from '../../test/a-page.tsx';
import { aRun } from '../../test/a-run.ts';
import { closePanel } from '../features/dashboard/closed-until.ts';
import { today } from '../shared/format/format.ts';
import { RunListScreen } from './run-list-screen.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const numberByStatus = { RUN_TO_INTERPRET: 0, WAIT_FOR_APPROVAL: 1, APPROVED: 0, REJECTED: 0 };
const pageOf = (numberOfObjects: number) => ({
  listObjects: [aRun],
  numberOfObjects,
  numberByStatus,
  oldestWaiting: null,
});

/** A list of `count` runs, one of which is on the page. */
interface Shown {
  readonly at?: string;
  readonly list?: unknown;
  readonly count?: number;
  readonly dashboard?: () => Promise<Response>;
}

function show({ at = '/', list, count = 1, dashboard }: Shown = {}) {
  return showPage(<RunListScreen />, {
    at,
    answers: { 'GET /api/run': list ?? pageOf(count), ...(dashboard && { 'GET /api/dashboard': dashboard }) },
  });
}
const table = () => screen.findByRole('table', { name: 'Runs' });
const asked = (requests: ReturnType<typeof show>['requests']) =>
  requests.filter(({ address }) => address.startsWith('/api/run?')).map(({ address }) => address);
function search(value: string) {
  const box = screen.getByRole('searchbox', { name: 'Search runs' });
  fireEvent.change(box, { target: { value } });
  fireEvent.keyDown(box, { key: 'Enter' });
}

test('LIST-03 a new search starts on page 1', async () => {
  const { requests, router } = show({ at: '/?page=2', count: 40 });
  await table();
  expect(asked(requests).at(-1)).toContain('page=1');
  search('LCT');
  await waitFor(() => {
    expect(asked(requests).at(-1)).toMatch(/page=0&.*search=LCT/);
  });
  expect(router.state.location.search).toBe('?search=LCT');
});

test('LIST-145 a search without a match says where to find samples and archived runs', async () => {
  show({ at: '/?search=S-20712', count: 0 });
  await screen.findByText(
    'No runs match “S-20712”. To find samples and archived runs, use “Go to” (Ctrl K).',
  );
});

test('LIST-04 the import button opens the import', async () => {
  const { router } = show();
  fireEvent.click(await screen.findByRole('link', { name: 'Import' }));
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/run/import');
  });
});

test('SHELL-283 the space of today’s tasks is reserved while they load, unless they were closed for the day', async () => {
  const room = () => document.querySelectorAll('div[data-folded][aria-busy=true]');
  const { promise, resolve } = Promise.withResolvers<Response>();
  show({ dashboard: () => promise });
  await table();
  expect(room()).toHaveLength(1);
  resolve(refusal('Out of order.'));
  await waitFor(() => {
    expect(room()).toHaveLength(0);
  });
  cleanup();
  closePanel({ userId: 'somebody', day: today() }, []);
  show({ dashboard: () => new Promise(() => undefined) });
  await table();
  expect(room()).toHaveLength(0);
});

test('LIST-08 pages are chosen below the table', async () => {
  const { requests } = show({ count: 40 });
  const list = await table();
  const pages = screen.getByRole('navigation', { name: 'Pages' });
  expect(list.compareDocumentPosition(pages)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  fireEvent.click(screen.getByRole('button', { name: 'Page 2' }));
  await waitFor(() => {
    expect(asked(requests).at(-1)).toContain('page=1');
  });
});

test('LIST-17 ERR-07 a list that cannot be loaded is emptied, with an error for 3 s', async () => {
  let isServerUp = true;
  show({ list: () => (isServerUp ? pageOf(1) : refusal('Out of order.')) });
  await table();
  isServerUp = false;
  fireEvent.click(screen.getByRole('button', { name: 'File name' }));
  await waitFor(() => {
    expect(screen.queryByRole('table')).toBeNull();
  });
  expect(screen.queryByRole('link', { name: '1284' })).toBeNull();
  expect(screen.getByRole('alert').textContent).toContain('The runs could not be loaded.');
  expect(timeOf('The runs could not be loaded.')).toBe(3000);
});

test('LIST-18 an outdated request is cancelled silently', async () => {
  const unanswered = new Promise<Response>(() => undefined);
  const { requests } = show({
    list: ({ address }: { readonly address: string }) =>
      address.includes('search=slow') ? unanswered : pageOf(1),
  });
  await table();
  const network = fetch;
  const cancelled: string[] = [];
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    const given = new Promise<Response>((_, reject) => {
      init?.signal?.addEventListener('abort', () => {
        cancelled.push(input);
        reject(new DOMException('Cancelled.', 'AbortError'));
      });
    });
    return Promise.race([network(input, init), given]);
  });
  search('slow');
  await waitFor(() => {
    expect(asked(requests).at(-1)).toContain('search=slow');
  });
  search('1284');
  await waitFor(() => {
    expect(cancelled.filter((address) => address.includes('search=slow'))).toHaveLength(1);
  });
  expect(await screen.findByRole('link', { name: '1284' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
