import { packPoints, type ChartWell } from '@curvewell/domain';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { showPage } from '../../../test/a-page.tsx';
import { aChart, aRun, idOf } from '../../../test/a-run.ts';
import type { WhatIfKit } from '../../shared/what-if-kit.ts';
import { callLook } from './call-look.ts';
import type { ListedChange } from './change-groups.ts';
import { ChangeView } from './change-view.tsx';

beforeEach(() => {
  // jsdom has no canvas.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const zone = {
  name: 'A',
  label: 'wild',
  minTemp: 50,
  maxTemp: 54,
  minThreshold: null,
  minQuality: null,
} as const;
const curve = packPoints({
  temperature: Float64Array.of(45, 52, 60),
  value: Float64Array.of(0, 90, 0),
});

/** A curve in a zone from 50 to 54 °C above 100 RFU/°C. */
const chart: readonly ChartWell[] = aChart.map((well) => ({
  ...well,
  data: [{ type: 'MELT', chartPoints: curve, peaks: [] }],
  constantPhaseInfos: [{ id: '1', type: 'MELT', threshold: 100, constantZoneInfos: [{ ...zone, id: '1' }] }],
}));
const changes = chart.map(({ wellId, position }): ListedChange => ({
  runId: aRun.id,
  businessId: 7,
  runDate: '2026-11-20T08:00:00.000Z',
  status: 'RUN_TO_INTERPRET',
  wellId,
  position,
  name: 'S-1',
  sampleType: 'BLOOD',
  channel: 'FAM',
  version: 'v3',
  override: null,
  isAlgorithm: false,
  reason: 'A 52.00 °C: height 90, limit now 60',
  peaks: [],
  then: { diagnostic: 'NEGATIVE', sentence: `${position} had no peak above 100` },
  now: { diagnostic: 'HETEROZYGOUS', sentence: `${position} has a peak in A` },
}));
const group = {
  key: 'lost',
  then: 'NEGATIVE',
  now: 'HETEROZYGOUS',
  isControl: false,
  calls: 2,
  runs: 1,
  changes,
};

/** The zone now starts at 51 °C and has a threshold of 60. */
const phase = {
  phaseType: 'MELT',
  minThreshold: 60,
  slopeThreshold: 5,
  minQuality: 0,
  inversed: false,
  zones: [{ ...zone, minTemp: 51 }],
} as const;
const tried: WhatIfKit = {
  version: 'v4',
  names: { kit: 'LCT', buffer: 'RB-2', analyser: 'CFX' },
  place: { kitId: idOf('1'), kitVersionId: idOf('1'), reactionBufferId: idOf('1'), analyserId: idOf('1') },
  settings: {
    channels: [{ channel: 'FAM', phases: [{ ...phase, zones: [...phase.zones] }], rules: [] }],
    outsideDiagnostic: null,
    tmShift: null,
    meltTemplates: null,
    curveShapes: null,
    amplification: null,
    replicates: null,
    channelRules: null,
  },
  diagnostics: [],
  differences: null,
  onBack: () => undefined,
  onSave: null,
  isSaving: false,
};

test('WHATIF-10 the curves of a change or its group are shown with old and new zones, thresholds and calls', async () => {
  showPage(<ChangeView groups={[group]} activeKey={null} look={callLook([])} tried={tried} />, {
    answers: { [`GET /api/run/${aRun.id}/chart`]: chart },
  });
  const plot = await screen.findByRole('img', { name: 'MELT of A1, zones and thresholds then and now' });
  const linesOf = (stroke: string) => [
    ...plot.querySelectorAll(`.recharts-reference-line-line[stroke="${stroke}"]`),
  ];
  await waitFor(() => {
    expect(linesOf('var(--accent)')).toHaveLength(2);
  });
  // The old lower edge and the unchanged edge are dotted; the new lower edge and the threshold are solid.
  expect(linesOf('var(--ink3)').map((line) => line.getAttribute('stroke-dasharray'))).toEqual(['2 3', '2 3']);
  expect(linesOf('var(--danger)').map((line) => line.getAttribute('stroke-dasharray'))).toEqual(['7 4']);
  expect(linesOf('var(--accent)').map((line) => line.getAttribute('x1') === line.getAttribute('x2'))).toEqual(
    [true, false],
  );
  expect(screen.getByText('Threshold 100, then 60')).toBeTruthy();
  const side = (title: string) => screen.getByText(title).parentElement?.textContent;
  expect(side('Then, v3')).toContain('A1 had no peak above 100.');
  expect(side('Now, v4')).toContain('A1 has a peak in A.');
  // Each curve has an outline.
  const curves = () => Number(plot.querySelector('canvas')?.getAttribute('data-curves')) / 2;
  expect(curves()).toBe(1);
  fireEvent.click(screen.getByRole('radio', { name: 'All 2' }));
  expect(curves()).toBe(2);
});
