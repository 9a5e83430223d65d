import {
  DEFAULT_LABORATORY_RULES,
  type CallExplanation,
  type InterpretedWell,
  type Run,
  type Well,
} from '@curvewell/domain';

import { reviewWells } from '../src/features/interpretation/state/review-wells.ts';

export const color = (name: string) => ({
  id: `color ${name}`,
  diagnostic: { name, label: name },
  diagnosticLabel: name,
  color: '#ffd60f',
});

export const explanation = {
  algorithmVersion: '1',
  channel: 'FAM',
  phases: [],
  zonesHit: [],
  combination: 'NONE',
  triedRules: [],
  diagnostic: null,
  score: 1,
  flags: [],
} as unknown as CallExplanation; // only what a review uses

export interface WellSketch {
  readonly position: string;
  readonly name?: string;
  readonly result?: string | null;
  readonly updated?: string;
  readonly expected?: string;
  readonly commentedAt?: string;
  readonly kit?: string;
  readonly version?: string;
  readonly buffer?: string;
  readonly sampleType?: string;
  readonly lot?: string;
  /** Breaks a Westgard rule as a control. */
  readonly broken?: boolean;
}

export function plate(sketches: readonly WellSketch[]): { run: Run; interpreted: InterpretedWell[] } {
  const wells = Object.fromEntries(
    sketches.map(({ position, expected, commentedAt, kit = 'LCT', version = 'v1', ...sketch }) => [
      position,
      {
        id: `well ${position}`,
        name: sketch.name ?? `S-${position}`,
        position,
        kitVersion: { id: `${kit} ${version}`, version, kit: { id: kit, name: kit } },
        channel: 'FAM',
        orderId: null,
        sampleType: sketch.sampleType ?? 'BLOOD',
        reactionBuffer: { id: sketch.buffer ?? 'RB-2', name: sketch.buffer ?? 'RB-2' },
        lot: { id: sketch.lot ?? '26B', name: sketch.lot ?? '26B', expirationDate: '2027-01-31' },
        expectedDiagnostic: expected === undefined ? null : color(expected),
        comments: commentedAt === undefined ? [] : [{ creationDateTime: commentedAt }],
        diagnosticComment: null,
      } as unknown as Well, // only what reviews use
    ]),
  );
  const interpreted = sketches.map(({ position, result = 'NEGATIVE', updated, sampleType = 'BLOOD' }) => ({
    wellId: `well ${position}`,
    position,
    channel: 'FAM',
    sampleType,
    interpretedWellDiagnostics: [
      { stateDiagnostic: 'INITIAL', diagnosticColor: result === null ? null : color(result), comment: null },
      ...(updated === undefined
        ? []
        : [{ stateDiagnostic: 'UPDATED', diagnosticColor: color(updated), comment: null }]),
    ],
    data: [],
    constantPhaseInfos: [],
    explanation,
  })) as unknown as InterpretedWell[]; // only what reviews use
  const run = {
    businessId: 1284,
    name: 'LCT plate-07',
    fileName: 'LCT plate-07.xlsx',
    analyses: [{ channel: 'FAM', wells }],
    acts: { interpreted: { name: 'M', at: '2026-11-20T10:00:00.000Z' } },
    usedKitReactionBufferPairs: [],
    runDateSource: 'FILE',
    created: '2026-11-20T09:00:00.000Z',
    runImportDate: '2026-11-20T09:30:00.000Z',
    laboratoryTimeZone: 'UTC',
    rules: DEFAULT_LABORATORY_RULES,
    brokenRules: sketches.flatMap(({ position, broken }) =>
      broken === true
        ? [{ wellId: `well ${position}`, rule: '1-3s', phase: 'MELT', zone: 'A', tm: 56.1, distance: 4 }]
        : [],
    ),
  } as unknown as Run; // only what reviews use
  return { run, interpreted };
}

export const review = (sketches: readonly WellSketch[]) => {
  const { run, interpreted } = plate(sketches);
  return reviewWells(run, { interpreted, channel: 'FAM' });
};
