import { expect, it } from 'vitest';

import { addReading, isMeltingProgram, whyNotMelting, type Program, type Reading } from './mxpro-programs.ts';

interface Sketch extends Partial<Reading> {
  readonly count?: number;
  readonly cycles?: number;
}
/** The programs of readings, whose first have cycle and temperature 1. */
function programsOf(...sketches: readonly Sketch[]): readonly Program[] {
  const programs = new Map<string, Program>();
  for (const { count = 8, cycles = 1, ...sketch } of sketches)
    for (let index = 0; index < count; index++)
      addReading(programs, {
        segment: 4,
        isRamp: true,
        step: 1,
        position: 'A1',
        dye: 'FAM',
        cycle: 1 + (index % cycles),
        fluorescence: 900 - index,
        temperature: 1 + index,
        ...sketch,
      });
  return [...programs.values()];
}
const reasonOf = (...sketches: readonly Sketch[]): string | null => {
  const [program] = programsOf(...sketches);
  if (program === undefined) throw new Error('there are readings');
  return isMeltingProgram(program) ? null : whyNotMelting(program);
};
const CYCLED = 'the ramp is read in each cycle, so it is not a melting or annealing curve';
const SHORT = 'the ramp has too few readings for a melting curve';

it('IMPORT-130 a melting curve is a ramp of one cycle, whatever its number, with 8 readings in any well', () => {
  expect(reasonOf({})).toBeNull();
  expect(reasonOf({ cycle: 3 })).toBeNull();
  expect(reasonOf({ count: 7 })).toBe(SHORT);
  expect(reasonOf({ count: 7 }, { count: 8, position: 'A2' })).toBeNull();
  expect(reasonOf({ isRamp: false })).toBe('a plateau is not a melting or annealing curve');
});

it('IMPORT-130 a ramp that any well was read in for several cycles is amplification', () => {
  expect(reasonOf({ cycles: 2 })).toBe(CYCLED);
  expect(reasonOf({ count: 7, cycles: 2 })).toBe(CYCLED);
  expect(reasonOf({}, { position: 'A2', cycles: 2 })).toBe(CYCLED);
  expect(reasonOf({}, { position: 'A2', cycle: 2 })).toBeNull();
});

it('IMPORT-130 programs are named by segment and step, with a curve for each well and dye in the order of the file', () => {
  const programs = programsOf(
    { count: 2 },
    { count: 2, dye: 'HEX' },
    { count: 2, position: 'A2' },
    { count: 1, isRamp: false },
    { count: 1, step: 2 },
    { count: 1, segment: 5 },
    { count: 2 },
  );
  expect(programs.map(({ name, isRamp }) => [name, isRamp])).toEqual([
    ['segment 4, ramp 1', true],
    ['segment 4, plateau 1', false],
    ['segment 4, ramp 2', true],
    ['segment 5, ramp 1', true],
  ]);
  expect([...(programs[0]?.curves.values() ?? [])]).toMatchObject([
    { position: 'A1', dye: 'FAM', temperature: [1, 2, 1, 2], value: [900, 899, 900, 899] },
    { position: 'A1', dye: 'HEX', temperature: [1, 2] },
    { position: 'A2', dye: 'FAM', temperature: [1, 2] },
  ]);
});
