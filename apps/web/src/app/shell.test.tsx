import type { LoggedInUser } from '@curvewell/contracts';
import { permissionsOf } from '@curvewell/domain';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { withKit } from '../../test/a-creation.tsx';
import { aChart, aRun } from '../../test/a-run.ts';
import { fakeNetwork, type Sent, signInFor } from '../../test/fake-network.ts';
import { createQueryClient } from './query-client.ts';
import { createRouter } from './router.tsx';

const laboratory = { id: '7e3f1b0a-6f0e-4c7a-9a35-0d5b6a3e2f11', name: 'Molecular North' };
const technician: LoggedInUser = {
  id: '1b0e7f3a-0f6e-47ca-a935-5b0d6a3e2f22',
  preferredUsername: 'm.okafor',
  name: 'M. Okafor',
  laboratories: [laboratory],
  laboratoryState: 'active',
  timeZone: 'UTC',
  roles: [],
  permissions: [],
};
const release = { version: '1.4.0', date: '2026-11-12', note: '<p>What is new</p>', algoVersion: '1.2.0' };

/** The responses for a technician who has seen all releases. Entries of `others` take precedence. */
const serve = (others: Record<string, unknown> = {}) =>
  fakeNetwork(({ address }: Sent) => {
    const answers: Record<string, unknown> = {
      '/api/me': technician,
      '/api/release/last-if-not-seen': null,
      '/api/release/last': release,
      '/api/run': {
        listObjects: [],
        numberOfObjects: 0,
        numberByStatus: { RUN_TO_INTERPRET: 0, WAIT_FOR_APPROVAL: 0, APPROVED: 0, REJECTED: 0 },
        oldestWaiting: null,
      },
      ...others,
    };
    const path = address.split('?')[0] ?? '';
    if (path in answers) return Response.json(answers[path]);
    return Response.json(
      { code: 'not-found', message: 'Not found.', issues: [], requestId: 'r1' },
      { status: path.endsWith('update-seen') ? 200 : 404 },
    );
  });

function open(address: string) {
  window.history.replaceState(null, '', address);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={createRouter()} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

beforeEach(() => {
  signInFor(300);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

test('SHELL-01, SHELL-03, SHELL-40 the shell shows banner, navigation, version line and user name', async () => {
  serve();
  open('/');
  expect(await screen.findByRole('heading', { level: 1, name: 'Runs' })).toBeTruthy();
  expect(await screen.findByText('Version 1.4.0')).toBeTruthy();
  expect(screen.getByRole('button', { name: /^M. Okafor/ })).toBeTruthy();
  const rail = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(rail.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Runs',
    'Archive',
    'Controls',
  ]);
  expect(rail.getByRole('link', { name: 'Runs' }).getAttribute('aria-current')).toBe('page');
  expect(document.title).toBe('Runs – Curvewell');
});

test("SHELL-41 a pre-release version also shows the algorithm's version", async () => {
  serve({ '/api/release/last': { ...release, version: '1.5.0-SNAPSHOT' } });
  open('/');
  expect(await screen.findByText('Version 1.5.0-SNAPSHOT · algorithm 1.2.0')).toBeTruthy();
});

test('SHELL-20 an unknown address redirects to /404, which shows the address', async () => {
  serve();
  open('/run/12x/nowhere');
  expect(await screen.findByRole('heading', { name: 'This page does not exist.' })).toBeTruthy();
  expect(window.location.pathname).toBe('/404');
  expect(screen.getByText('/run/12x/nowhere')).toBeTruthy();
});

/** Opens an address as super administrator and expects no redirect. */
async function expectScreen(address: string, heading: string, answers: Record<string, unknown> = {}) {
  const sent = serve({
    '/api/me': { ...technician, permissions: [...permissionsOf(['SUPER_ADMIN'])] },
    '/api/analysers': [],
    ...answers,
  });
  open(address);
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
  expect(window.location.pathname).toBe(address);
  return sent;
}
const RUN = `/api/run/${aRun.id}`;

test('SHELL-02 the logo in the top bar links to the run list', async () => {
  await expectScreen('/archive', 'Archive');
  const banner = within(screen.getByRole('banner'));
  await userEvent.click(banner.getByRole('link', { name: 'Curvewell, run list' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Runs' })).toBeTruthy();
  expect(window.location.pathname).toBe('/');
});

test('SHELL-07 navigation adds plain paths to the browser history', async () => {
  await expectScreen('/', 'Runs');
  await userEvent.click(screen.getByRole('link', { name: 'Archive' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Archive' })).toBeTruthy();
  expect(window.location.href).toBe(`${window.location.origin}/archive`);
  window.history.back();
  expect(await screen.findByRole('heading', { level: 1, name: 'Runs' })).toBeTruthy();
  expect(window.location.href).toBe(`${window.location.origin}/`);
});

test('SHELL-08 / shows the run list', async () => {
  await expectScreen('/', 'Runs');
  expect(screen.getByRole('region', { name: 'Runs' })).toBeTruthy();
});

test('SHELL-09 /run/import shows the import', async () => {
  await expectScreen('/run/import', 'Import');
});

test('SHELL-10 /run/{id}/configuration shows the plate setup, starting at step 1', async () => {
  await expectScreen(`/run/${aRun.id}/configuration`, 'Run 1284', { [RUN]: withKit });
  expect(screen.getByRole('textbox', { name: 'Plate id' })).toBeTruthy();
  expect(screen.queryByText(/Step 2 of 2/)).toBeNull();
});

test('SHELL-11 /run/{id}/interpretation shows the interpretation', async () => {
  await expectScreen(`/run/${aRun.id}/interpretation`, 'Run 1284', {
    [RUN]: aRun,
    [`${RUN}/chart`]: aChart,
  });
  expect(await screen.findByRole('button', { name: 'Reject' })).toBeTruthy();
});

test('SHELL-12 /archive shows the list of archived runs', async () => {
  await expectScreen('/archive', 'Archive');
  expect(screen.getByRole('region', { name: 'Archive' })).toBeTruthy();
});

test('SHELL-13 /archive/run/{id}/interpretation shows the interpretation of an archived run', async () => {
  const permissions = { ...aRun.permissions, canDecide: false, canRestore: true };
  await expectScreen(`/archive/run/${aRun.id}/interpretation`, 'Run 1284', {
    [`${RUN}/archive`]: { run: { ...aRun, permissions }, interpretedWells: aChart },
  });
  expect(await screen.findByRole('button', { name: 'Restore' })).toBeTruthy();
});

test("SHELL-14 /laboratory shows the user's own laboratory", async () => {
  const sent = await expectScreen('/laboratory', 'Laboratory');
  await waitFor(() => {
    expect(sent.map(({ address }) => address)).toContain(`/api/laboratory/${laboratory.id}`);
  });
});

test('SHELL-15 /admin redirects to the first administration screen', async () => {
  serve({ '/api/me': { ...technician, permissions: [...permissionsOf(['SUPER_ADMIN'])] } });
  open('/admin');
  expect(await screen.findByRole('heading', { level: 1, name: 'Configuration' })).toBeTruthy();
  expect(window.location.pathname).toBe('/admin/configuration');
});

test('SHELL-16 /admin/configuration shows the configuration', async () => {
  await expectScreen('/admin/configuration', 'Configuration');
});

test('/admin/add shows the form for a new laboratory', async () => {
  await expectScreen('/admin/add', 'Add laboratories');
});

test('SHELL-17 /admin/laboratories lists the laboratories and links to the form for a new one', async () => {
  await expectScreen('/admin/laboratories', 'Laboratories');
  expect(screen.getByRole('region', { name: 'Laboratories' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Add laboratories' })).toBeTruthy();
});

test('an inactive laboratory is reported, and only pages that belong to no laboratory remain', async () => {
  serve({ '/api/me': { ...technician, laboratoryState: 'inactive' } });
  open('/');
  expect(await screen.findByRole('heading', { level: 1, name: 'Laboratory inactive' })).toBeTruthy();
  expect(screen.getByText('Your laboratory is inactive.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy();
  const rail = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(rail.queryAllByRole('link')).toEqual([]);
  expect(rail.getByRole('button', { name: 'About' })).toBeTruthy();
});

test('SHELL-38, SHELL-39 an unseen release is shown, and closing it marks it as seen', async () => {
  const sent = serve({ '/api/release/last-if-not-seen': release });
  open('/');
  const notes = await screen.findByRole('dialog', { name: 'Release 1.4.0 · 12-11-2026' });
  expect(within(notes).getByText('What is new')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => {
    expect(sent).toContainEqual(
      expect.objectContaining({ method: 'PUT', address: '/api/release/1.4.0/update-seen' }),
    );
  });
});

test('the heading gets the focus after navigation', async () => {
  serve();
  open('/');
  await screen.findByRole('heading', { level: 1, name: 'Runs' });
  await userEvent.click(screen.getByRole('link', { name: 'Archive' }));
  const heading = await screen.findByRole('heading', { level: 1, name: 'Archive' });
  expect(document.activeElement).toBe(heading);
});

test('a user without a laboratory sees whom to contact, and their login', async () => {
  serve({ '/api/me': { ...technician, laboratories: [], laboratoryState: 'none' } });
  open('/');
  expect(
    await screen.findByText('You belong to no laboratory yet. Ask an administrator to add you.'),
  ).toBeTruthy();
  expect(screen.getByText('m.okafor')).toBeTruthy();
});

test('a page that the user may not open says so', async () => {
  serve();
  open('/admin/configuration');
  expect(
    await screen.findByRole('heading', { name: 'You do not have permission to open this page.' }),
  ).toBeTruthy();
});

test('a screen that fails to load names the request and offers a retry', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  fakeNetwork(() =>
    Response.json(
      { code: 'unexpected', message: 'Broken.', issues: [], requestId: 'req-77' },
      { status: 500 },
    ),
  );
  open('/');
  expect(await screen.findByText('Broken.')).toBeTruthy();
  expect(screen.getByText('req-77')).toBeTruthy();
  serve();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Runs' })).toBeTruthy();
});

const properties = {
  product: {
    name: 'Curvewell',
    version: '1.4.0',
    commit: null,
    releaseDate: '2026-11-12',
    manufacturer: 'Example',
    regulatoryMarks: [],
    address: '',
    phone: '',
    website: '',
  },
  algoVersion: '1.2.0',
  runFileDownload: false,
  maxUploadBytes: 1,
  restoredCopy: { restoredAt: '2026-11-24T10:00:00Z', madeAt: '2026-11-23T02:00:00Z' },
  rolledBack: null,
};
const SENDS_NOTHING = /restored copy of the installation. It sends no data and makes no backups/;

test('OPS-401 every page of a restored copy shows a warning, and administrators see how to confirm the copy', async () => {
  serve({ '/api/public-properties': properties });
  open('/about-nothing');
  expect(await screen.findByText(SENDS_NOTHING)).toBeTruthy();
  cleanup();
  open('/');
  expect(await screen.findByText(SENDS_NOTHING)).toBeTruthy();
  expect(screen.queryByText(/admin confirm-restored/)).toBeNull();
  cleanup();
  const permissions = permissionsOf(['SUPER_ADMIN']);
  serve({
    '/api/public-properties': properties,
    '/api/me': { ...technician, roles: ['SUPER_ADMIN'], permissions: [...permissions] },
  });
  open('/');
  expect(await screen.findByText(/admin confirm-restored/)).toBeTruthy();
});

test('OPS-401 the original installation shows no such warning', async () => {
  serve({ '/api/public-properties': { ...properties, restoredCopy: null } });
  open('/');
  expect(await screen.findByRole('heading', { level: 1, name: 'Runs' })).toBeTruthy();
  expect(screen.queryByText(SENDS_NOTHING)).toBeNull();
});

test('TRUST-385 TRUST-386 every page warns of a rolled-back database until an administrator confirms it with a reason', async () => {
  const rolledBack = { ...properties, restoredCopy: null, rolledBack: { foundAt: '2026-11-24T10:00:00Z' } };
  serve({ '/api/public-properties': rolledBack });
  open('/about-nothing');
  expect(await screen.findByText(/The database was rolled back to an earlier state/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
  cleanup();
  const sent = serve({
    '/api/public-properties': rolledBack,
    '/api/me': { ...technician, roles: ['SUPER_ADMIN'], permissions: [...permissionsOf(['SUPER_ADMIN'])] },
    '/api/jobs/confirm-rolled-back': {},
  });
  open('/');
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
  const dialog = await screen.findByRole('dialog', { name: 'Was the database rolled back on purpose?' });
  expect(within(dialog).getByRole('button', { name: 'Confirm' })).toHaveProperty('disabled', true);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Restored from a backup' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => {
    expect(sent.find(({ address }) => address === '/api/jobs/confirm-rolled-back')).toMatchObject({
      method: 'POST',
      body: '{"reason":"Restored from a backup"}',
    });
  });
});
