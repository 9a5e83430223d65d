import type { Analyser, InspectedAnalyser, InspectedDye, InspectedRun } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { answersFor, channelOf, NO_CHOICES, outlookOf, redundantFiles } from './import-inspection.ts';

// `outlookOf` uses only the id of an analyser.
const [CFX, LIGHT_CYCLER, RDML] = ['cfx', 'light-cycler', 'rdml'].map(
  (id) => ({ id }) as unknown as Analyser,
);
const ANALYSERS = [CFX, LIGHT_CYCLER, RDML].flatMap((one) => one ?? []);

const dyeOf = (dye: string, known: Partial<InspectedDye> = {}): InspectedDye => ({
  dye,
  channel: null,
  source: 'unknown',
  kept: null,
  ...known,
});

const reading = (analyserId: string, known: Partial<InspectedAnalyser> = {}): InspectedAnalyser => ({
  analyserId,
  outcome: 'reads',
  dyes: [],
  problem: null,
  notes: [],
  curves: [],
  files: [],
  ...known,
});

const runOf = (
  name: string,
  analysers: readonly InspectedAnalyser[],
  dyes: readonly string[] = [],
): InspectedRun => ({
  name,
  format: 'rdml',
  container: 'zip',
  files: [],
  runDate: null,
  plateType: null,
  instrument: null,
  wellCount: 12,
  analysers: [...analysers],
  curves: dyes.map((dye) => ({
    dye,
    quantity: 'fluorescence',
    wellCount: 12,
    pointCount: [61, 61],
    temperature: [45, 75],
    lines: [],
  })),
});

const inspectionOf = (...runs: InspectedRun[]) => ({ runs, problems: [] });
const asksOf = (name: string, ...dyes: InspectedDye[]) =>
  runOf(
    name,
    [reading('cfx', { outcome: 'asks', dyes })],
    dyes.map(({ dye }) => dye),
  );

describe('what would be imported', () => {
  it('IMPORT-105 the first analyser is preselected before the inspection, without questions', () => {
    expect(outlookOf(ANALYSERS, undefined, NO_CHOICES)).toMatchObject({
      analyser: { id: 'cfx' },
      chosen: [],
      fitting: [],
      reading: null,
      question: null,
    });
    expect(outlookOf([], undefined, NO_CHOICES).analyser).toBeNull();
  });

  it('IMPORT-105 the best match is preselected unless the user chose an analyser', () => {
    const inspection = inspectionOf(
      runOf('run', [reading('light-cycler'), reading('rdml'), reading('cfx', { outcome: 'refuses' })]),
    );
    const found = outlookOf(ANALYSERS, inspection, NO_CHOICES);
    expect(found.fitting.map(({ id }) => id)).toEqual(['light-cycler', 'rdml']);
    expect(found).toMatchObject({ analyser: { id: 'light-cycler' }, question: null });
    const chosen = outlookOf(ANALYSERS, inspection, { ...NO_CHOICES, analyserId: 'rdml' });
    expect(chosen).toMatchObject({ analyser: { id: 'rdml' }, question: null });
    const foreign = outlookOf(ANALYSERS, inspection, { ...NO_CHOICES, analyserId: 'cfx' });
    expect(foreign).toMatchObject({ analyser: { id: 'cfx' }, question: 'analyser' });
  });

  it('IMPORT-144 of files that no analyser can read, the one that writes them is preselected, and gives the reason', () => {
    const refused = reading('light-cycler', { outcome: 'refuses', problem: 'export the raw data' });
    const found = outlookOf(ANALYSERS, inspectionOf(runOf('run', [refused])), NO_CHOICES);
    expect(found).toMatchObject({ analyser: { id: 'light-cycler' }, fitting: [], question: null });
    expect(found.reading?.problem).toBe('export the raw data');
  });

  it('IMPORT-105 inactive analysers are never offered', () => {
    const inspection = inspectionOf(runOf('run', [reading('retired'), reading('rdml')]));
    expect(outlookOf(ANALYSERS, inspection, NO_CHOICES).analyser?.id).toBe('rdml');
  });

  it('IMPORT-101 IMPORT-104 asks which of several runs, and drops a name that is no longer in the files', () => {
    const inspection = inspectionOf(runOf('Monday', [reading('rdml')]), runOf('Tuesday', [reading('rdml')]));
    expect(outlookOf(ANALYSERS, inspection, NO_CHOICES).question).toBe('runs');
    expect(outlookOf(ANALYSERS, inspection, { ...NO_CHOICES, runs: ['Sunday'] }).question).toBe('runs');
    const outlook = outlookOf(ANALYSERS, inspection, { ...NO_CHOICES, runs: ['Tuesday'] });
    expect([outlook.question, outlook.chosen.map(({ name }) => name)]).toEqual([null, ['Tuesday']]);
  });

  it('IMPORT-102 asks about dyes until at least one has a channel', () => {
    const inspection = inspectionOf(asksOf('run', dyeOf('LC Green'), dyeOf('ROX-like')));
    const of = (dyes: Readonly<Record<string, 'FAM' | null>>) =>
      outlookOf(ANALYSERS, inspection, { ...NO_CHOICES, dyes }).question;
    expect([of({}), of({ 'LC Green': null }), of({ 'LC Green': 'FAM' })]).toEqual(['dyes', 'dyes', null]);
  });

  it('IMPORT-102 lists unknown and stored dyes once each, but none that the profile assigns', () => {
    const green = dyeOf('LC Green', { channel: 'FAM', source: 'kept' });
    const known = dyeOf('FAM', { channel: 'FAM', source: 'profile' });
    const inspection = inspectionOf(asksOf('a', green, known), asksOf('b', green));
    const { dyes, question } = outlookOf(ANALYSERS, inspection, { ...NO_CHOICES, runs: ['a', 'b'] });
    expect(dyes).toEqual([green]);
    expect(question).toBeNull();
  });
});

it('IMPORT-102 an answer about a dye, including “skip”, replaces the stored one', () => {
  const kept = dyeOf('LC Green', { channel: 'FAM', source: 'kept' });
  expect(channelOf(kept, NO_CHOICES)).toBe('FAM');
  expect(channelOf(kept, { dyes: { 'LC Green': 'TEXAS_RED' } })).toBe('TEXAS_RED');
  expect(channelOf(kept, { dyes: { 'LC Green': null } })).toBeNull();
});

it('IMPORT-101 IMPORT-102 an import sends the run and the dyes that were asked about, otherwise nothing', () => {
  const run = runOf('Monday', [], ['LC Green']);
  const choices = { ...NO_CHOICES, dyes: { 'LC Green': 'FAM', Other: 'TEXAS_RED' } } as const;
  expect(answersFor(run, { choices: NO_CHOICES, several: false })).toBeNull();
  expect(answersFor(run, { choices: NO_CHOICES, several: true })).toEqual({ run: 'Monday' });
  expect(answersFor(run, { choices, several: true })).toEqual({
    run: 'Monday',
    dyes: [{ dye: 'LC Green', channel: 'FAM' }],
  });
});

describe('files that are not needed', () => {
  const redundant = (
    names: readonly string[],
    files: string[],
    outcome: InspectedAnalyser['outcome'] = 'reads',
  ) =>
    redundantFiles(
      names,
      outlookOf(ANALYSERS, inspectionOf(runOf('run', [reading('cfx', { files, outcome })])), NO_CHOICES),
    );

  it('IMPORT-103 are named', () => {
    expect(redundant(['melt.csv', 'amplification.csv'], ['melt.csv'])).toEqual(['amplification.csv']);
  });

  it('IMPORT-103 do not include archives with a needed file', () => {
    expect(redundant(['melt.txt.gz', 'all.zip', 'other.zip'], ['melt.txt', 'all.zip/melt.csv'])).toEqual([
      'other.zip',
    ]);
  });

  it('IMPORT-103 are unknown while a question is open', () => {
    expect(redundant(['melt.csv', 'other.csv'], [], 'asks')).toEqual([]);
    const several = inspectionOf(runOf('a', [reading('cfx')]), runOf('b', [reading('cfx')]));
    const outlook = outlookOf(ANALYSERS, several, { ...NO_CHOICES, runs: ['a', 'b'] });
    expect(redundantFiles(['melt.csv'], outlook)).toEqual([]);
  });
});
