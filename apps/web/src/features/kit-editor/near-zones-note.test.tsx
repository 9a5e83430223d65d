// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import { kitQueries } from '../../data/kits.ts';
import { changePhase, withPhase, withZone } from './draft/draft-edits.ts';
import { EMPTY_DRAFT, type KitDraft, savedPhases } from './draft/kit-draft.ts';
import { NearZones, NearZonesNote } from './near-zones-note.tsx';

const shown = (warnings: readonly string[]) =>
  render(
    <MantineProvider env="test">
      <NearZonesNote warnings={warnings} />
    </MantineProvider>,
  );

test('KIT-161 the editor names the zones that a saved version cannot distinguish', () => {
  shown(['FAM, MELT: zones A and B are 1.20 °C apart.', 'FAM, MELT: zones B and C are 1.00 °C apart.']);
  expect(screen.getByRole('status').textContent).toContain('Zones that cannot be distinguished');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'FAM, MELT: zones A and B are 1.20 °C apart.',
    'FAM, MELT: zones B and C are 1.00 °C apart.',
  ]);
});

test('KIT-161 without such zones there is no note', () => {
  shown([]);
  expect(screen.getByRole('status').textContent).toBe('');
});

/** Zone A from 60 to 61 °C; zone B from the given temperature, 1 °C wide. */
function draftWith(from: number): KitDraft {
  let channel = changePhase(withPhase(EMPTY_DRAFT.FAM, 'MELT'), 'MELT', { minThreshold: 60 });
  channel = withZone(channel, 'MELT', { minTemp: 60, maxTemp: 61 });
  return { ...EMPTY_DRAFT, FAM: withZone(channel, 'MELT', { minTemp: from, maxTemp: from + 1 }) };
}

test('KIT-176 while editing, the note uses the zones of the draft and the temperature step of the shown run', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const place = { kitId: 'kit', versionId: 'v', reactionBufferId: 'buffer', analyserId: 'analyser' };
  const know = (draft: KitDraft, runId: string | null, warnings: string[]): void => {
    const { versionId: _, ...asked } = place;
    const channels = (['FAM'] as const).map((name) => ({
      name,
      phases: savedPhases(draft[name]) ?? [],
    }));
    const { queryKey } = kitQueries.nearZones({ ...asked, ...(runId !== null && { runId }), channels });
    client.setQueryData(queryKey, { warnings });
  };
  const [far, near] = [draftWith(70), draftWith(61.02)];
  know(far, 'run', []);
  know(near, 'run', ['zones A and B, as in run 12']);
  know(near, null, ['zones A and B, which is assumed']);
  const page = (draft: KitDraft, runId: string | null) => (
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <NearZones place={place} draft={draft} runId={runId} />
      </MantineProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(page(far, 'run'));
  const expectNote = (words: string) =>
    waitFor(() => {
      expect(screen.getByRole('status').textContent).toBe(words);
    });
  await expectNote('');
  rerender(page(near, 'run'));
  await expectNote('Zones that cannot be distinguishedzones A and B, as in run 12');
  rerender(page(near, null));
  await expectNote('Zones that cannot be distinguishedzones A and B, which is assumed');
  rerender(page(far, 'run'));
  await expectNote('');
});
