import { expect, it } from 'vitest';

import type { UsedTemplate } from '../settings/melt-templates.ts';
import { templateNotes } from './template-notes.ts';

const shape = { from: -1, step: 1, middle: [0, 1, 0], spread: [0, 0, 0] };
const used = (zone: string, wells: number, change: Partial<UsedTemplate> = {}): UsedTemplate => ({
  phase: 'MELT',
  zone,
  wells,
  teaches: false,
  tm: 60,
  background: 0,
  height: 1,
  shape,
  ...change,
});
const well = (position: string, templates?: readonly UsedTemplate[]) =>
  ({
    well: {
      position,
      channel: 'FAM',
      reactionBuffer: null,
      kitVersion: { id: 'v', version: 'v2', kit: { id: 'k', name: 'Kit' } },
    },
    called: { explanation: { ...(templates && { templates }) } },
  }) as unknown as Parameters<typeof templateNotes>[0][number]; // the fields that are used

it('TPL-35 the check lists each target of the plate with the source of its template, and those without', () => {
  const kept = {
    wells: 9,
    sha256: 'a'.repeat(64),
    runs: [
      { laboratory: 'North', run: 41, wells: 5 },
      { laboratory: 'North', run: 42, wells: 4 },
    ],
  };
  const notes = templateNotes([
    well('A1', [used('A', 11, { teaches: true }), used('C', 2, { shape: null })]),
    well('A2', [used('B', 3, { kept })]),
    well('A3', []),
  ]);
  expect(notes).toEqual([
    {
      text: 'Kit v2, FAM: Templates: A (MELT) from 12 wells of the plate; B (MELT) stored with the kit, learnt from 9 wells of runs 41 and 42 of North (SHA-256 aaaaaaaaaaaa…); none of C (MELT)',
      positions: ['A1'],
    },
  ]);
});

it('TPL-35 a kit without templates has no note', () => {
  expect(templateNotes([well('A1')])).toEqual([]);
});

it('TPL-35 a target is noted by the well with the most others, and targets by zone and phase', () => {
  const bare = { shape: null } as const;
  const [note, ...others] = templateNotes([
    well('B10', [used('B', 3), used('A', 5), used('C', 0, bare)]),
    well('B2', [used('B', 8), used('A', 0, { ...bare, phase: 'ANNEAL' })]),
    well('A3', [used('B', 2), used('C', 0, { ...bare, phase: 'ANNEAL' })]),
    well('A1', [used('A', 1, bare)]),
    well('A2', [used('A', 4)]),
  ]);
  expect(note?.text).toBe(
    'Kit v2, FAM: Templates: A (MELT) from 5 wells of the plate; B (MELT) from 8 wells of the plate; none of A (ANNEAL), C (ANNEAL), C (MELT)',
  );
  expect(note?.positions).toEqual(['A1', 'A3', 'B2', 'B10']);
  expect(others).toEqual([]);
});

it('TPL-35 each version, buffer and channel of a plate has its own note, without the kit if none is set', () => {
  const other = (position: string, change: object) => {
    const one = well(position, [used('A', 4)]);
    return { ...one, well: { ...one.well, ...change } };
  };
  const notes = templateNotes([
    well('A1', [used('A', 4)]),
    other('A2', { channel: 'TEXAS_RED' }),
    other('A3', { kitVersion: { id: 'w', version: 'v3', kit: { id: 'k', name: 'Kit' } } }),
    other('A4', { reactionBuffer: { id: 'b', name: 'RB' } }),
    other('A5', { kitVersion: null }),
  ]);
  const words = 'Templates: A (MELT) from 4 wells of the plate';
  expect(notes.map(({ text }) => text)).toEqual([
    `Kit v2, FAM: ${words}`,
    `Kit v2, TEXAS_RED: ${words}`,
    `Kit v3, FAM: ${words}`,
    `Kit v2, FAM: ${words}`,
    `FAM: ${words}`,
  ]);
});
