import { DEFAULT_REPLICATES, type Peak, type Run, usedReplicates } from '@curvewell/domain';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { showPage } from '../../../../test/a-page.tsx';
import { aChart, aColor, aRun, idOf } from '../../../../test/a-run.ts';
import { InterpretationReview } from '../interpretation-review.tsx';
import { withUpdates } from '../state/review-wells.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

const peakAt = (tm: number): Peak => ({
  tm,
  tmError: 0.02,
  height: 300,
  width: 2,
  area: 700,
  significance: 90,
  quality: 0.9,
  zone: 'A',
  accepted: true,
  reason: null,
  measured: null,
  limit: null,
});

const [fam] = aRun.analyses;
/** Two wells of S-1. */
const RUN: Run = {
  ...aRun,
  analyses: [
    {
      ...fam!,
      wells: Object.fromEntries(
        Object.entries(fam!.wells).map(([position, well]) => [position, { ...well, name: 'S-1' }]),
      ),
    },
  ],
  replicates: [{ kitVersionId: idOf('1'), settings: usedReplicates(DEFAULT_REPLICATES) }],
};

/** Both Negative, or A2 Heterozygous; with a Tm each. */
async function review({ run = RUN, tm = 60.1, isOther = false, wells = '' }) {
  const chart = aChart.map((well, index) => ({
    ...well,
    ...(isOther &&
      index === 1 && {
        interpretedWellDiagnostics: [
          { ...well.interpretedWellDiagnostics[0]!, diagnosticColor: aColor('HETEROZYGOUS', 'c2') },
        ],
      }),
    explanation: {
      ...well.explanation,
      phases: [
        {
          type: 'MELT' as const,
          settings: {
            minThreshold: 30,
            slopeThreshold: 4.72,
            minQuality: 0.4,
            phaseType: 'MELT',
            inversed: false,
          },
          noise: 1,
          readings: 100,
          peaks: [peakAt(index === 0 ? 60 : tm)],
        },
      ],
    },
  }));
  showPage(
    <InterpretationReview
      run={run}
      interpreted={withUpdates(run, chart as unknown as typeof aChart)}
      isArchived={false}
      onReject={() => undefined}
      onReinterpret={() => undefined}
    />,
    { answers: {}, at: `/run/${run.id}/interpretation?wells=${wells}` },
  );
  await screen.findByRole('tablist');
}

const rows = () =>
  within(screen.getByRole('region', { name: 'Replicates' }))
    .getAllByRole('row')
    .map(({ textContent }) => textContent);

test('REVIEW-405 the plate and the selected wells list replicates with result, mean Tm ± SD and number', async () => {
  await review({});
  expect(rows()).toEqual([
    'SampleResultMean Tm ± SDnReplicates',
    expect.stringMatching(/^S-1A1, A2.*NEGATIVEA 60\.05 ± 0\.07 °C \(n 2\)2agree$/),
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'S-1' }));
  expect(await screen.findByText('2 wells selected')).toBeTruthy();
  expect(rows()[1]).toMatch(/agree$/);
});

test('REVIEW-405 a sample without a result says why, in the list and with each well', async () => {
  await review({ isOther: true, wells: 'A2' });
  expect(
    screen.getAllByText(
      /^unresolved: sample S-1 has no result, but .* in 1 of 2 wells \(A2\): replicates differ/,
    ),
  ).not.toEqual([]);
  expect(screen.getByText(/^Sample S-1 has no result, but .*: replicates differ/)).toBeTruthy();
  fireEvent.click(screen.getByRole('tab', { name: /Whole plate|Plate/ }));
  expect(rows()[1]).toMatch(/No result, but .*Replicates differ .*apart$/);
});

test('REVIEW-405 a run without replicates lists none', async () => {
  const { replicates: _, ...run } = RUN;
  await review({ run });
  expect(screen.queryByRole('region', { name: 'Replicates' })).toBeNull();
});
