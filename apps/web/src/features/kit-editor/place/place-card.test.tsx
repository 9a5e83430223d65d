import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { addTyped, analyser, kit, type, version } from '../../../../test/a-creation.tsx';
import { refusal, showPage } from '../../../../test/a-page.tsx';
import { PlaceCard } from './place-card.tsx';
import type { ChosenPlace, PlaceChoice } from './use-place.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

function show(answer: Response) {
  const choose = vi.fn<(choice: PlaceChoice) => void>();
  const chosen: ChosenPlace = {
    kits: [kit],
    versions: [version],
    analysers: [analyser],
    kit,
    version,
    buffer: kit.reactionBuffers[0] ?? null,
    analyser,
    channel: 'FAM',
    place: null,
    isLoading: false,
    isFailed: false,
    retry: () => undefined,
    choose,
  };
  const card = (
    <PlaceCard
      chosen={chosen}
      runCounts={new Map()}
      channels={{ used: [], removable: [] }}
      onRemoveChannel={() => undefined}
      mayLeave={() => Promise.resolve(true)}
      onStatus={() => undefined}
    />
  );
  const page = showPage(card, {
    permissions: ['WRITE_KIT_CONFIG_ADMIN'],
    answers: { 'POST /api/kit': answer },
  });
  return { ...page, choose };
}

const alertOf = async (title: string) =>
  (await screen.findByText(title)).closest('[role=alert]')?.textContent ?? '';
const add = (field: string, name: string): void => {
  type(screen.getByRole<HTMLInputElement>('combobox', { name: field }), name);
  addTyped();
};

test.each([
  ['Kit', 'K-9', 'Kit not created'],
  ['Kit version', 'v9', 'Kit not created'],
  ['Reaction buffer', 'RB-9', 'The reaction buffer could not be added.'],
])('KIT-31 the error title of a refused %s names the failed operation', async (field, name, title) => {
  const { choose } = show(refusal('Out of order.'));
  add(field, name);
  expect(await alertOf(title)).toContain('Out of order.');
  expect(choose).not.toHaveBeenCalled();
});

test.each([
  ['Kit', 'The kit could not be added.', 'Kit'],
  ['Kit version', 'The kit version could not be added.', 'Kit Version'],
  ['Reaction buffer', 'The reaction buffer could not be added.', 'Reaction Buffer'],
])('KIT-31 ERR-15 a duplicate name of a %s is reported', async (field, title, what) => {
  const taken = { code: 'name-taken', message: 'taken', issues: [], requestId: 'r' };
  const { changes } = show(Response.json(taken, { status: 409 }));
  add(field, 'X-9');
  expect(await alertOf(title)).toContain(`You cannot add a ${what} with a same name as another one`);
  await waitFor(() => {
    expect(changes()).toHaveLength(1);
  });
});
