import { TextDecoderStream } from 'node:stream/web';

import type { FileTransferConnection } from '@curvewell/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { type Answers, refusal, showPage } from '../../../test/a-page.tsx';
import { idOf } from '../../../test/a-run.ts';
import { messages } from '../../shared/ui/messages/messages.ts';
import { NEW_CONNECTION } from './connection-values.ts';
import { FileTransferPanel } from './file-transfer-panel.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const PATH = '/api/ftp-connection';
const saved: FileTransferConnection = {
  ...NEW_CONNECTION,
  id: idOf('f'),
  ownerId: idOf('e'),
  revision: 2,
  host: 'files.example.org',
  username: 'lab',
  passwordSet: true,
};
const noDeliveries = { content: [], size: 10, totalElements: 0, waiting: 0, notSent: 0 };

/** The panel of a laboratory with this connection, or with none. */
async function show(connection: FileTransferConnection | null, answers: Answers = {}) {
  const page = showPage(<FileTransferPanel />, {
    permissions: ['WRITE_DIAGNOSTIC'],
    answers: { [`GET ${PATH}`]: Response.json(connection), 'GET /api/deliveries': noDeliveries, ...answers },
  });
  await screen.findByRole('button', { name: connection === null ? 'Add' : 'Test connection' });
  return page;
}

const press = (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
};
const typeHost = (value: string) => {
  fireEvent.change(screen.getByRole('textbox', { name: 'Host' }), { target: { value } });
};
const host = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Host' }).value;

test('FTP-02 without a connection a button adds one', async () => {
  await show(null);
  expect(screen.queryByRole('textbox', { name: 'Host' })).toBeNull();
  press('Add');
  expect(host()).toBe('');
});

test('FTP-08 SFTP offers a choice of authentication, FTP does not', async () => {
  await show(saved);
  const isOff = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Authentication' }).disabled;
  expect(isOff()).toBe(true);
  fireEvent.click(screen.getByRole('radio', { name: 'SFTP' }));
  expect(isOff()).toBe(false);
});

test('FTP-09 FTP-10 PASSWORD requires a password, a key has a passphrase, and both require a username', async () => {
  await show({ ...saved, protocol: 'SFTP', port: 22 });
  const asked = () =>
    ['Username', 'Password', 'Passphrase of the key', 'Private key'].filter(
      (label) => screen.queryByLabelText(label, { exact: false, selector: 'input, textarea' }) !== null,
    );
  expect(asked()).toEqual(['Username', 'Password']);
  fireEvent.click(screen.getByRole('combobox', { name: 'Authentication' }));
  fireEvent.click(await screen.findByRole('option', { name: 'SSH key' }));
  expect(asked()).toEqual(['Username', 'Passphrase of the key', 'Private key']);
  fireEvent.click(screen.getByRole('combobox', { name: 'Authentication' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Password' }));
  expect(asked()).toEqual(['Username', 'Password']);
});

test('FTP-11 the connection can be saved, tested, deleted and cancelled', async () => {
  await show(saved);
  for (const name of ['Save', 'Test connection', 'Delete', 'Cancel'])
    expect(screen.getByRole('button', { name })).toBeTruthy();
});

test('FTP-13 delete asks first', async () => {
  const { changes } = await show(saved, {
    [`DELETE ${PATH}/${saved.id}`]: new Response(null, { status: 204 }),
  });
  press('Delete');
  fireEvent.click(await screen.findByRole('button', { name: 'No' }));
  await waitFor(() => {
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
  expect(changes()).toEqual([]);
  press('Delete');
  fireEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  await screen.findByRole('button', { name: 'Add' });
  expect(changes()).toHaveLength(1);
});

test('FTP-14 cancel asks before it discards changes', async () => {
  await show(saved);
  typeHost('other.example.org');
  const cancel = () => {
    fireEvent.click(screen.getByText('Cancel', { selector: 'footer *' }));
  };
  cancel();
  const dialog = within(await screen.findByRole('alertdialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => {
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
  expect(host()).toBe('other.example.org');
  cancel();
  fireEvent.click(await screen.findByRole('button', { name: 'OK' }));
  await waitFor(() => {
    expect(host()).toBe('files.example.org');
  });
});

test('FTP-16 ERR-49 saving a connection is confirmed', async () => {
  await show(saved, { [`PUT ${PATH}`]: { ...saved, directory: '/in', revision: 3 } });
  fireEvent.change(screen.getByRole('textbox', { name: 'Directory' }), { target: { value: '/in' } });
  press('Save');
  expect(await screen.findByText('File-transfer connection saved.')).toBeTruthy();
});

test('FTP-16 ERR-49 testing or deleting a connection is confirmed', async () => {
  // jsdom has no TextDecoderStream.
  vi.stubGlobal('TextDecoderStream', TextDecoderStream);
  const passed = { at: '2026-11-23T08:00:00Z', ms: 3, works: true, steps: [] };
  const test_ = { ...passed, hostKeyFingerprint: null, hostKeyState: null };
  await show(saved, {
    'POST /api/ftp/test': () => new Response(`data: ${JSON.stringify({ kind: 'done', test: test_ })}\n\n`),
    [`DELETE ${PATH}/${saved.id}`]: new Response(null, { status: 204 }),
  });
  press('Test connection');
  await waitFor(() => {
    expect(messages.get().map(({ title }) => title)).toContain('Connection works.');
  });
  press('Delete');
  fireEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  expect(await screen.findByText('File-transfer connection deleted.')).toBeTruthy();
});

test('FTP-17 ERR-36 the error title says whether finding, saving, deleting or testing the connection failed', async () => {
  await show(saved);
  fireEvent.change(screen.getByRole('textbox', { name: 'Directory' }), { target: { value: '/in' } });
  press('Save');
  expect(await screen.findByText('File-transfer connection not saved')).toBeTruthy();
  press('Delete');
  fireEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  expect(await screen.findByText('File-transfer connection not deleted')).toBeTruthy();
  press('Test connection');
  expect(await screen.findByText('Connection test failed')).toBeTruthy();
});

test('a connection that cannot be found is reported', async () => {
  showPage(<FileTransferPanel />, { answers: { [`GET ${PATH}`]: refusal('It has been logged.') } });
  expect(await screen.findByText('File-transfer connection not found')).toBeTruthy();
});
