import type { DiagnosticRow } from '@curvewell/domain';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { aRun } from '../../../../test/a-run.ts';
import { fakeNetwork, signInFor } from '../../../../test/fake-network.ts';
import { type KitEditing, KitEditingContext } from '../kit-editor-context.ts';
import { DiagnosticDialog } from './diagnostic-dialog.tsx';

beforeEach(() => {
  signInFor(300);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const KIT = { id: '3f0e1a52-7d1c-4c69-8a1b-1f5f0a1c2d3e', name: 'LCT-13910' };
const ID = aRun.id;
const rowWith = (label: string, color: string, revision: number): DiagnosticRow => ({
  id: ID,
  name: 'HETEROZYGOUS',
  order: 0,
  active: true,
  kit: KIT,
  kits: [KIT],
  label,
  revision,
  versions: 1,
  isUsed: true,
  diagnosticColor: {
    id: ID,
    diagnostic: { name: 'HETEROZYGOUS', label: 'Heterozygous' },
    diagnosticLabel: label,
    color,
  },
});

// Regression: the conflict was only a toast, and the second user had to retype everything.
test("the second user to save a diagnostic sees both versions and keeps the other user's separate changes", async () => {
  let stored = rowWith('Heterozygous', '#ffd60f', 1);
  const sent = fakeNetwork(({ method, body }) => {
    if (method === 'GET') return Response.json([stored]);
    const [asked] = JSON.parse(body) as { revision: number; label: string; color: string }[];
    if (asked?.revision !== stored.revision) {
      const details = { by: 'M. Okafor', at: '2026-11-20T10:00:00.000Z' };
      return Response.json(
        { code: 'stale', message: 'Changed.', issues: [], details, requestId: 'r' },
        { status: 409 },
      );
    }
    stored = rowWith(asked.label, asked.color, 3);
    return Response.json([stored]);
  });
  const onSaved = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <KitEditingContext value={{ kit: KIT } as KitEditing /* only the fields it uses */}>
          <DiagnosticDialog id={ID} onSaved={onSaved} onClose={() => undefined} />
        </KitEditingContext>
      </MantineProvider>
    </QueryClientProvider>,
  );
  const label = await screen.findByRole('textbox', { name: /^Words on the report/ });
  fireEvent.change(label, { target: { value: 'Carrier' } });
  // Meanwhile another user changes label and colour.
  stored = rowWith('Both alleles', '#112233', 2);
  const save = () => {
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  };
  save();
  fireEvent.click(await screen.findByRole('button', { name: 'Keep mine and compare' }));
  await waitFor(() => {
    expect(screen.getByText('Both alleles')).toBeDefined();
  });
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Words on the report/ }).value).toBe(
    'Carrier',
  );
  save();
  await waitFor(() => {
    expect(onSaved).toHaveBeenCalledWith(ID);
  });
  const last: unknown = JSON.parse(sent.findLast(({ method }) => method === 'PUT')?.body ?? '');
  expect(last).toMatchObject([{ id: ID, revision: 2, label: 'Carrier', color: '#112233' }]);
});

test('DIAG-31 an own diagnostic is added with name, letters and meaning, and gets a colour', async () => {
  const added: DiagnosticRow = {
    ...rowWith('Species A', '#41cfff', 1),
    name: 'Species A',
    diagnosticColor: {
      ...rowWith('Species A', '#41cfff', 1).diagnosticColor,
      diagnostic: { name: 'Species A', label: 'Species A' },
      letters: 'SA',
      lisCode: 'CALB',
      meaning: 'positive',
    },
  };
  const sent = fakeNetwork(({ method }) => Response.json(method === 'GET' ? [] : [added]));
  const onSaved = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <KitEditingContext value={{ kit: KIT } as KitEditing /* only the fields it uses */}>
          <DiagnosticDialog id={null} onSaved={onSaved} onClose={() => undefined} />
        </KitEditingContext>
      </MantineProvider>
    </QueryClientProvider>,
  );
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  const type = (name: RegExp, value: string) => {
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
  };
  fireEvent.click(await screen.findByRole('combobox', { name: 'Diagnostic' }));
  fireEvent.click(screen.getByRole('option', { name: 'Own diagnostic …' }));
  type(/^Name/, 'Species A');
  expect(save().disabled).toBe(true);
  fireEvent.click(screen.getByRole('combobox', { name: /^Means for the sample/ }));
  fireEvent.click(screen.getByRole('option', { name: /^Positive/ }));
  type(/^Code for the LIS/, 'CALB');
  expect(save().disabled).toBe(false);
  fireEvent.click(save());
  await waitFor(() => {
    expect(onSaved).toHaveBeenCalledWith(ID);
  });
  const last: unknown = JSON.parse(sent.findLast(({ method }) => method === 'PUT')?.body ?? '');
  expect(last).toEqual([
    {
      kitId: KIT.id,
      name: 'Species A',
      label: 'Species A',
      color: '#41cfff',
      letters: 'SA',
      lisCode: 'CALB',
      meaning: 'positive',
    },
  ]);
});

/** Opens a stored diagnostic that nothing uses, so that it may become another one. */
async function openUnused(lisCode: string): Promise<void> {
  const stored = rowWith('Heterozygous', '#ffd60f', 1);
  fakeNetwork(() =>
    Response.json([{ ...stored, isUsed: false, diagnosticColor: { ...stored.diagnosticColor, lisCode } }]),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <KitEditingContext value={{ kit: KIT } as KitEditing /* only the fields it uses */}>
          <DiagnosticDialog id={ID} onSaved={() => undefined} onClose={() => undefined} />
        </KitEditingContext>
      </MantineProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole('combobox', { name: 'Diagnostic' });
}
const choose = (name: string) => {
  fireEvent.click(screen.getByRole('combobox', { name: 'Diagnostic' }));
  fireEvent.click(screen.getByRole('option', { name }));
};
const codeField = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Code for the LIS/ });

// Regression: another diagnostic was sent to the LIS with the code of the former one.
test('KIT-256 a stored code for the LIS leaves with its diagnostic, and returns with it', async () => {
  await openUnused('HET');
  expect(codeField().value).toBe('HET');
  choose('Sick');
  expect(codeField().value).toBe('');
  choose('Own diagnostic …');
  expect(codeField().value).toBe('');
  choose('Heterozygous');
  expect(codeField().value).toBe('HET');
});

test('KIT-256 a typed code for the LIS stays when another diagnostic is chosen', async () => {
  await openUnused('HET');
  fireEvent.change(codeField(), { target: { value: 'SICK-1' } });
  choose('Sick');
  expect(codeField().value).toBe('SICK-1');
});
