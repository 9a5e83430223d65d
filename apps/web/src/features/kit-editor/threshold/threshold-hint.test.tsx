import type { EvaluatedSettings, EvaluatedWell, SuggestionWell } from '@curvewell/domain';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { interpretationQueries } from '../../../data/interpretation.ts';
import type { ChannelDraft, PhaseDraft } from '../draft/kit-draft.ts';
import { type KitEditing, KitEditingContext } from '../kit-editor-context.ts';
import { type Limit, ThresholdHint } from './threshold-hint.tsx';

const PHASE: PhaseDraft = {
  phaseType: 'MELT',
  minThreshold: 60,
  slopeThreshold: 4.72,
  minQuality: 0.4,
  inversed: false,
  zones: [{ name: 'A', minTemp: 58, maxTemp: 62, label: '', minThreshold: null, minQuality: null }],
};
/** The threshold suggested for 8 wells of 9 and 8 of 36 RFU/°C. */
const SUGGESTED = 18;

const searched = (position: string, height: number, isPeak: boolean): SuggestionWell => ({
  position,
  sampleType: 'DNA',
  peaks: isPeak ? [{ tm: 60, height, significance: 100, accepted: true }] : [],
  slope: [58, 60, 62].map((x) => ({ x, y: x === 60 ? height : 0 })),
});
/** A negative control with a product. */
const contaminated: SuggestionWell = { ...searched('C1', 9, true), sampleType: 'NEGATIVE_TEST' };
const wells = (empty: number) => [
  ...Array.from({ length: empty }, (_, i) => searched(`A${i + 1}`, 9, false)),
  ...Array.from({ length: 8 }, (_, i) => searched(`B${i + 1}`, 36, true)),
];
const called = (position: string, diagnostic: string): EvaluatedWell => ({
  position,
  sampleType: 'DNA',
  combination: 'A',
  rule: 0,
  diagnostic,
  phases: [],
});
const settings = {
  channel: 'FAM',
  phases: [{ ...PHASE, minThreshold: 60 }],
} as unknown as EvaluatedSettings;

let edited: ChannelDraft | null = null;

let opened = 0;

function show(
  empty: number,
  phase = PHASE,
  limit: Limit | null = 'minThreshold',
  more: readonly SuggestionWell[] = [],
) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const asked = { ...settings, phases: settings.phases.map((one) => ({ ...one, minThreshold: SUGGESTED })) };
  client.setQueryData(interpretationQueries.evaluated({ runId: 'run', settings: asked }).queryKey, [
    called('B1', 'HETEROZYGOUS'),
    called('B2', 'NEGATIVE'),
  ]);
  const now = [called('B1', 'NEGATIVE'), called('B2', 'NEGATIVE')];
  const editing = {
    isLocked: false,
    searched: new Map([['MELT', [...wells(empty), ...more]]]),
    trial: { runId: 'run', settings },
    evaluated: { wells: now, before: new Map(), rules: [], isOld: false },
    edit: (change: (before: ChannelDraft) => ChannelDraft) => {
      edited = change({ phases: [phase], combinations: new Map() });
    },
  } as unknown as KitEditing; // only the fields it uses
  return render(
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <KitEditingContext value={editing}>
          <ThresholdHint
            phase={phase}
            limit={limit}
            idOf={(of) => of}
            onOpen={() => {
              opened += 1;
            }}
          />
        </KitEditingContext>
      </MantineProvider>
    </QueryClientProvider>,
  );
}

test('KIT-277 the suggested threshold has its unit, its reason and its effect, and is taken only by its button', () => {
  show(8);
  expect(
    screen.getByText(
      /^Suggested: 18 RFU\/°C\. The highest of 8 wells without a product reaches 9 \(A1\), the lowest true peak of 8 wells is 36 \(B1\)\. None of these wells is a negative control: .* With 18 1 well changes: B1\.$/,
    ),
  ).toBeTruthy();
  expect(edited).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Use 18 as the threshold of MELT' }));
  expect(edited).toMatchObject({ phases: [{ minThreshold: 18 }] });
});

test('KIT-277 a suggestion that would hide a contaminated negative control says so', () => {
  show(8, PHASE, 'minThreshold', [contaminated]);
  expect(
    screen.getByText(/A negative control has a peak \(C1\): a higher threshold may hide a contamination\./),
  ).toBeTruthy();
});

test('KIT-277 nothing is offered when wells are too few, or the threshold is set', () => {
  const { unmount } = show(5);
  expect(screen.getByText('Too few wells to suggest a threshold (5 of 8 without a product).')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  unmount();
  show(8, { ...PHASE, minThreshold: SUGGESTED });
  expect(screen.getByText(/This is the current threshold\.$/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('KIT-278 each limit is explained where it is edited', () => {
  const { unmount } = show(8, PHASE, 'slopeThreshold');
  const shown = () => [...document.querySelectorAll('p:not(.visually-hidden)')].map((one) => one.id);
  expect(shown()).toEqual(['slopeThreshold']);
  expect(document.querySelector('#minQuality')?.textContent).toMatch(/^From 0 to 1\. /);
  unmount();
  show(5);
  expect(shown()).toEqual(['minThreshold', '']);
});

test('KIT-277 before a field is edited, only a value that is not set is offered, with the way to its reason', () => {
  const { unmount } = show(8, PHASE, null);
  expect(document.querySelectorAll('p:not(.visually-hidden)')).toHaveLength(0);
  fireEvent.click(screen.getByRole('button', { name: 'Suggested: 18 RFU/°C for MELT, show the reason' }));
  expect(opened).toBe(1);
  unmount();
  show(8, { ...PHASE, minThreshold: SUGGESTED }, null);
  expect(screen.queryByRole('button')).toBeNull();
});
