import type { Run } from '@curvewell/domain';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { aRun, idOf } from '../../../test/a-run.ts';
import { fakeNetwork, signInFor } from '../../../test/fake-network.ts';
import { RunImport } from './run-import.tsx';

const BUSY = {
  code: 'busy',
  message: 'The server is too busy to read these files now.',
  issues: [],
  requestId: 'r',
  details: { reason: 'reader-busy', limit: 'processor-time' },
};

const CFX = {
  id: idOf('7'),
  name: 'Bio-Rad CFX96',
  version: '3.1',
  maxNumberOfFilesByRun: 1,
  active: true,
  configured: true,
  fileTypes: ['xlsx'],
  confidence: 'seen',
  channels: ['FAM', 'TEXAS_RED'],
};

/** Fakes uploads. They get the given responses in order; the last one repeats. */
function fakeUploads(answers: readonly (readonly [path: string, status: number, body: object])[]) {
  const sent: string[] = [];
  const left = [...answers];
  class FakeUpload {
    readonly upload = {};
    status = 0;
    statusText = '';
    response = new Blob();
    onload: () => void = () => undefined;
    #path = '';
    open(_method: string, url: string) {
      this.#path = new URL(url, window.location.href).pathname;
    }
    setRequestHeader() {
      // Headers are not tested.
    }
    getResponseHeader = (name: string) => (name === 'retry-after' ? '10' : null);
    abort() {
      // Aborting is not tested.
    }
    send() {
      sent.push(this.#path);
      const index = left.findIndex(([path]) => path === this.#path);
      const [, status = 500, body = {}] = left[index] ?? [];
      if (left.filter(([path]) => path === this.#path).length > 1) left.splice(index, 1);
      this.status = status;
      this.response = new Blob([JSON.stringify(body)]);
      setTimeout(() => {
        this.onload();
      });
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  return sent;
}

beforeEach(() => {
  signInFor(300);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('IMPORT-114 a busy server is reported, the files stay, and a button sends them again', async () => {
  fakeNetwork(({ address }) => Response.json(address === '/api/analysers' ? [CFX] : []));
  const sent = fakeUploads([
    ['/api/run/inspect', 409, BUSY],
    ['/api/run/createRun', 409, BUSY],
    ['/api/run/createRun', 200, aRun],
  ]);
  const imported: Run[] = [];
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <MemoryRouter>
          <RunImport onImported={(run) => imported.push(run)} onLeave={() => undefined} />
        </MemoryRouter>
      </MantineProvider>
    </QueryClientProvider>,
  );
  const file = new File(['plate'], 'monday.xlsx');
  await screen.findByDisplayValue(/Bio-Rad CFX96/);
  fireEvent.change(container.querySelector('input[type=file]')!, { target: { files: [file] } });

  const isBusy = async () => {
    const alert = await screen.findByText('The server is busy');
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Try again' });
    expect(alert.closest('[role=alert]')?.textContent).toContain('The files are still selected here');
    expect(container.textContent).toContain('monday');
    expect(container.textContent).not.toMatch(/damaged|corrupted|invalid/);
    return button;
  };
  fireEvent.click(await isBusy());
  await waitFor(() => {
    expect(sent).toContain('/api/run/createRun');
  });
  expect(imported).toEqual([]);
  fireEvent.click(await isBusy());
  await waitFor(() => {
    expect(imported.map(({ id }) => id)).toEqual([aRun.id]);
  });
  expect(screen.queryByText('The server is busy')).toBeNull();
});

test.each([
  ['seen', 'Tested with a real file of this analyser.'],
  ['documented', /^From documentation only, not tested with a real file\. Compare the curves/],
])('IMPORT-133 the chosen analyser says how its files are known: %s', async (confidence, sentence) => {
  fakeNetwork(({ address }) => Response.json(address === '/api/analysers' ? [{ ...CFX, confidence }] : []));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <MemoryRouter>
          <RunImport onImported={() => undefined} onLeave={() => undefined} />
        </MemoryRouter>
      </MantineProvider>
    </QueryClientProvider>,
  );
  const field = await screen.findByRole('combobox', { name: /^Analyser/ });
  const description = document.getElementById(field.getAttribute('aria-describedby') ?? '');
  expect(description).toBe(screen.getByText(sentence));
});
