import { FINE_ZONE_TEMPERATURE_STEP } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { changePhase, withPhase, withZone } from '../draft/draft-edits.ts';
import { type ChannelDraft, EMPTY_DRAFT } from '../draft/kit-draft.ts';
import { phasePlaces, phaseScale } from './chart-layout.ts';
import { type Handle, handleAfterKey, handleKey, handlesOf, withHandle, withZoneMoved } from './handles.ts';

/** ANNEAL with A from 53 to 57.5 and B from 58.5 to 63, threshold 60. */
function made(): ChannelDraft {
  let channel = changePhase(withPhase(EMPTY_DRAFT.FAM, 'ANNEAL'), 'ANNEAL', { minThreshold: 60 });
  channel = withZone(channel, 'ANNEAL', { minTemp: 53, maxTemp: 57.5 });
  return withZone(channel, 'ANNEAL', { minTemp: 58.5, maxTemp: 63 });
}

const edge = (
  zone: number,
  which: 'minTemp' | 'maxTemp',
  value: number,
): Extract<Handle, { kind: 'edge' }> => ({
  kind: 'edge',
  phase: 'ANNEAL',
  zone,
  edge: which,
  value,
});
const zones = ({ phases }: ChannelDraft) =>
  phases[0]?.zones.map(({ minTemp, maxTemp }) => [minTemp, maxTemp]);

test('every zone edge and threshold has a handle, in order', () => {
  expect(handlesOf(made()).map(handleKey)).toEqual([
    'edge ANNEAL 0 minTemp',
    'edge ANNEAL 0 maxTemp',
    'edge ANNEAL 1 minTemp',
    'edge ANNEAL 1 maxTemp',
    'threshold ANNEAL  ',
  ]);
});

test('KIT-14 CONST-31 an edge snaps to 0.1 °C within the range of the curves; a threshold is never below 0', () => {
  expect(zones(withHandle(made(), edge(1, 'minTemp', 58.5), 58.234))).toEqual([
    [53, 57.5],
    [58.2, 63],
  ]);
  expect(zones(withHandle(made(), edge(1, 'maxTemp', 63), 900))?.[1]).toEqual([58.5, 110]);
  const threshold = { kind: 'threshold', phase: 'ANNEAL', zone: null, value: 60 } as const;
  expect(withHandle(made(), threshold, 55.4).phases[0]?.minThreshold).toBe(55);
  expect(withHandle(made(), threshold, -3).phases[0]?.minThreshold).toBe(0);
});

test('moving a whole zone keeps its width', () => {
  expect(zones(withZoneMoved(made(), edge(1, 'minTemp', 58.5), 59))?.[1]).toEqual([59, 63.5]);
});

test('KIT-179 with Alt an edge moves by 0.02 °C, and a zone with edges in hundredths keeps its width', () => {
  const fine = edge(1, 'minTemp', 58.5);
  expect(zones(withHandle(made(), fine, 58.234, FINE_ZONE_TEMPERATURE_STEP))?.[1]).toEqual([58.24, 63]);
  expect(handleAfterKey(made(), fine, { key: 'ArrowLeft', edgeStep: FINE_ZONE_TEMPERATURE_STEP })).toBe(
    58.48,
  );
  const odd = withHandle(made(), edge(1, 'maxTemp', 63), 62.98, FINE_ZONE_TEMPERATURE_STEP);
  expect(zones(withZoneMoved(odd, fine, 59))?.[1]).toEqual([59, 63.48]);
  expect(zones(withZoneMoved(odd, fine, 109))?.[1]).toEqual([105.52, 110]);
});

test('keys move an edge by 0.1 and 1 °C and to its neighbour, a threshold by 1 and 10', () => {
  const begin = edge(1, 'minTemp', 58.5);
  const after = (key: string) => handleAfterKey(made(), begin, { key });
  expect(['ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown'].map(after)).toEqual([58.4, 58.6, 59.5, 57.5]);
  expect(after('Home')).toBe(57.5);
  expect(after('x')).toBeNull();
  const threshold = { kind: 'threshold', phase: 'ANNEAL', zone: null, value: 60 } as const;
  expect(
    ['ArrowUp', 'PageDown', 'ArrowLeft'].map((key) => handleAfterKey(made(), threshold, { key })),
  ).toEqual([61, 50, null]);
});

test('phases are stacked on one temperature axis, each with a 104 px plot in 296 px', () => {
  const places = phasePlaces(296, 2);
  const scales = places.map((place) => phaseScale({ ...place, width: 800 }, { x: [50, 60], y: [-10, 200] }));
  expect(scales.map(({ plotHeight }) => plotHeight)).toEqual([104, 104]);
  expect(places.map(({ top }) => top)).toEqual([0, 142]);
  expect(places.map(({ top, height }) => top + height)).toEqual([142, 296]);
  expect(scales[0]?.toX(55)).toBe(scales[1]?.toX(55));
});
