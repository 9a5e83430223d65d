import { packPoints, type ChartWell, type RunStatus } from '@curvewell/domain';
import { expect, test } from 'vitest';

import type { OverlayRun } from '../../../data/interpretation.ts';
import { lookOf } from '../result-look.ts';
import { belongsTo, overlayLines, overlayText } from './overlay.ts';

const place = (businessId: number, positions: readonly string[], status: RunStatus = 'APPROVED') => ({
  ...{
    status,
    runId: String(businessId),
    businessId,
    runDate: '2026-11-12T08:00:00.000Z',
    positions: [...positions],
  },
});

/** 50 to 60 °C; packed values are as fine as the curve is smooth. */
const temperature = Float64Array.from({ length: 41 }, (_, index) => 50 + index / 4);

/** A well with one peak in both phases. */
function well(
  position: string,
  { height, channel = 'FAM' }: { height: number; channel?: string },
): ChartWell {
  const value = temperature.map((x) => height * Math.exp(-((x - 55) ** 2) / 8));
  const chartPoints = packPoints({ temperature, value });
  return {
    ...{
      position,
      channel,
      interpretedWellDiagnostics: [{ stateDiagnostic: 'INITIAL', diagnosticColor: null }],
    },
    data: ['ANNEAL', 'MELT'].map((type) => ({ type, chartPoints, peaks: [] })),
  } as unknown as ChartWell; // no more is read
}

const of = { phase: 'MELT', kind: 'slope', channel: 'FAM', scheme: 'light' } as const;
const highest = ({ points }: { readonly points: readonly { readonly y: number }[] }) =>
  Math.max(...points.map(({ y }) => y));

test('REVIEW-370 curves of other runs are dashed lines: the wells asked for, in the channel shown', () => {
  const run: OverlayRun = {
    place: place(41, ['A1', 'A2']),
    chart: [
      well('A1', { height: 100 }),
      well('A2', { height: 50, channel: 'TEXAS_RED' }),
      well('A3', { height: 70 }),
    ],
    fluorescence: [
      {
        phase: 'MELT',
        wells: [{ position: 'A1', chartPoints: well('A1', { height: 900 }).data[0]!.chartPoints }],
      },
    ],
  };
  const lines = overlayLines([run], of);
  expect(lines.map(highest).map(Math.round)).toEqual([100]);
  expect(lines[0]?.dash).toEqual([2, 3]);
  expect(
    overlayLines([run], { ...of, kind: 'fluorescence' })
      .map(highest)
      .map(Math.round),
  ).toEqual([900]);
});

test('REVIEW-370 each line is of its phase, as thin as one of many and in the tone of its result', () => {
  const [annealed, melted] = well('A1', { height: 100 }).data;
  const other = well('A1', { height: 300 }).data[0]!.chartPoints;
  const chart = [{ ...well('A1', { height: 100 }), data: [{ ...annealed!, chartPoints: other }, melted!] }];
  const run: OverlayRun = {
    place: place(41, ['A1']),
    chart,
    fluorescence: (['ANNEAL', 'MELT'] as const).map((phase) => ({
      phase,
      wells: [{ position: 'A1', chartPoints: phase === 'MELT' ? melted!.chartPoints : other }],
    })),
  };
  expect(overlayLines([run], of).map(highest).map(Math.round)).toEqual([100]);
  expect(
    overlayLines([run], { ...of, phase: 'ANNEAL' })
      .map(highest)
      .map(Math.round),
  ).toEqual([300]);
  const read = overlayLines([run], { ...of, kind: 'fluorescence' });
  expect(read.map(highest).map(Math.round)).toEqual([100]);
  expect(read[0]).toMatchObject({ width: 1.25, color: lookOf(null, 'light').curve });
});

test('REVIEW-370 wells without curves of the phase, or not read yet, have no line', () => {
  const bare = { ...well('A1', { height: 100 }), data: [], interpretedWellDiagnostics: [] };
  const run: OverlayRun = { place: place(41, ['A1']), chart: [bare], fluorescence: null };
  expect(overlayLines([run], of)).toEqual([]);
  expect(overlayLines([run], { ...of, kind: 'fluorescence' })).toEqual([]);
  const empty: OverlayRun = { ...run, chart: [well('A1', { height: 1 })], fluorescence: [] };
  expect(overlayLines([empty], { ...of, kind: 'fluorescence' })).toEqual([]);
  const unread = { ...well('A1', { height: 100 }), interpretedWellDiagnostics: [] };
  expect(overlayLines([{ ...run, chart: [unread] }], of)).toHaveLength(1);
});

test('REVIEW-370 of many curves with the same result there is only the median', () => {
  const positions = Array.from({ length: 15 }, (_, index) => `A${index + 1}`);
  const chart = positions.map((position, index) => well(position, { height: 100 + 10 * index }));
  const lines = overlayLines([{ place: place(41, positions), chart, fluorescence: null }], of);
  expect(lines).toHaveLength(1);
  expect(highest(lines[0]!)).toBeCloseTo(170, 0);
  expect(lines[0]).toMatchObject({ width: 1.75, dash: [2, 3] });
});

test('REVIEW-370 the legend says which run, sample or lot the lines are of', () => {
  const places = [place(41, ['A1', 'A2']), place(38, ['H12'])];
  expect(overlayText({ kind: 'run', name: '', places: places.slice(0, 1) })).toBe('Run 41, 2 wells');
  expect(overlayText({ kind: 'sample', name: 'S-1', places })).toBe('S-1 in runs 41, 38');
  expect(overlayText({ kind: 'lot', name: '26B0417', places })).toBe('Lot 26B0417, 3 wells of runs 41, 38');
  expect(overlayText({ kind: 'run', name: '', places: [] })).toBe('');
  const rejected = [place(41, ['A1'], 'REJECTED')];
  expect(overlayText({ kind: 'run', name: '', places: rejected })).toBe('Run 41 (Rejected), 1 well');
  expect(overlayText({ kind: 'sample', name: 'S-1', places: rejected })).toBe('S-1 in run 41 (Rejected)');
});

test('REVIEW-370 an overlay belongs to its channel, and that of a sample to its well alone', () => {
  const ofLot = { kind: 'lot', name: '26B0417', channel: 'FAM', places: [] } as const;
  const ofSample = { ...ofLot, kind: 'sample', name: 'S-1' } as const;
  expect(belongsTo(ofLot, { channel: 'FAM', names: [] })).toBe(true);
  expect(belongsTo(ofLot, { channel: 'TEXAS_RED', names: [] })).toBe(false);
  expect(belongsTo(ofSample, { channel: 'FAM', names: ['S-1'] })).toBe(true);
  expect(belongsTo(ofSample, { channel: 'FAM', names: ['S-2'] })).toBe(false);
  expect(belongsTo(ofSample, { channel: 'FAM', names: ['S-1', 'S-2'] })).toBe(false);
});
