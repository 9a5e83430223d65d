import { expect, test } from 'vitest';

import { changePhase, changeZone, withPhase, withZone } from '../draft/draft-edits.ts';
import { EMPTY_DRAFT, type PhaseDraft } from '../draft/kit-draft.ts';
import { phaseRange, wholeRange } from './chart-layout.ts';
import type { PhaseLines } from './phase-lines.ts';

const LINES: PhaseLines = { lines: new Map(), domain: { x: [50, 70], y: [40, 140] } };

/** MELT with a threshold, and one zone with its own. */
function phase(minThreshold: number, ofZone: number | null = null): PhaseDraft {
  let channel = changePhase(withPhase(EMPTY_DRAFT.FAM, 'MELT'), 'MELT', { minThreshold });
  channel = withZone(channel, 'MELT', { minTemp: 55, maxTemp: 60 });
  channel = changeZone(channel, { phase: 'MELT', index: 0 }, { minThreshold: ofZone });
  const made = channel.phases.find(({ phaseType }) => phaseType === 'MELT');
  if (made === undefined) throw new Error('no phase was made');
  return made;
}

test('the range of a phase is that of its curves, extended to each threshold beside them', () => {
  expect(phaseRange(LINES, phase(90))).toEqual([40, 140]);
  expect(phaseRange(LINES, phase(20))).toEqual([28 - 20, 140]);
  expect(phaseRange(LINES, phase(240))).toEqual([40, 260]);
  expect(phaseRange(LINES, phase(90, 20))).toEqual([8, 140]);
});

test('KIT-315 without curves the temperature axis covers every stored zone', () => {
  const zones = (from: number, to: number) => [
    { zones: [{ ...phase(90).zones[0]!, minTemp: from, maxTemp: to }] },
  ];
  expect(wholeRange(null, zones(55, 60))).toEqual([45, 75]);
  expect(wholeRange(null, zones(83.7, 85.9))).toEqual([45, 88.9]);
  expect(wholeRange(new Map([['MELT', LINES]]), zones(83.7, 85.9))).toEqual([50, 70]);
});
