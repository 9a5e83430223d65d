import type { RunInspection } from '@curvewell/domain';
import { describe, expect, test } from 'vitest';

import { exampleRun, profile } from '../../test/example-run.ts';
import { edited, refusalOf } from '../../test/variants.ts';
import {
  generateCfxCsv,
  generateCfxExport,
  generateCfxXlsx,
  generateLightCycler480Text,
  generateRdmlOfPlates,
  generateRdmlXml,
} from '../../test/generate/index.ts';
import type { SyntheticRun } from '../../test/generate/index.ts';
import { ANALYSER_PROFILES } from '../index.ts';
import { inspectUpload } from './inspect-upload.ts';
import { readRun } from '../read-run.ts';
import type { RunCurve } from '../run-file.ts';
import type { RunFile } from '../run-file.ts';
import type { SourceFile } from '../source-file.ts';

const NOW = new Date('2026-02-01T00:00:00Z');
const melt = { phases: ['MELT'], channels: ['FAM'], wellCount: 6 } as const;
const CFX = profile('bio-rad-cfx96');

const withDye = (run: SyntheticRun, dye: string): SyntheticRun => ({
  ...run,
  curves: run.curves.map((curve): RunCurve => ({ ...curve, dye })),
});

const inspected = (
  files: readonly SourceFile[],
  kept: readonly { dye: string; channel: 'FAM' | null }[] = [],
): Promise<RunInspection> =>
  inspectUpload(files, {
    candidates: ANALYSER_PROFILES.map((one) => ({ analyserId: one.id, profile: one, kept })),
    now: NOW,
  });

describe('an upload', () => {
  test('IMPORT-103 with everything that CFX software exports is one run: required files are stored, the rest is listed', async () => {
    const files = generateCfxExport(exampleRun({ phases: ['MELT'] }));
    expect(files.length).toBeGreaterThanOrEqual(13);
    const run = await readRun(files, { profile: CFX });
    expect(run.curves).toHaveLength(192);
    expect(run.sources.map((source) => files[source]!.name.replace(/.*_CW000001[ _-]*/, ''))).toEqual([
      'Quantification Amplification Results_FAM.csv',
      'Melt Curve RFU Results_FAM.csv',
      'Melt Curve RFU Results_Texas Red.csv',
      'Melt Curve Derivative Results_FAM.csv',
      'Melt Curve Derivative Results_Texas Red.csv',
      'Melt Curve Summary_0.csv',
      'Run Information.csv',
    ]);
    const left = run.report.ignored
      .filter(({ reason }) => reason.endsWith('not stored'))
      .map(({ file }) => file);
    expect(new Set([...left, ...run.report.files.map(({ name }) => name)]).size).toBe(files.length);
    // The stored files are read again, possibly for another analyser, and must give the same run.
    const again = await readRun(
      run.sources.map((source) => files[source]!),
      { profile: CFX },
    );
    expect([again.curves, again.wells, again.report.notes]).toEqual([
      run.curves,
      run.wells,
      run.report.notes,
    ]);
  });

  test('IMPORT-104 of two runs says which file belongs to which, and reads the requested one', async () => {
    const first = exampleRun(melt);
    const second = { ...exampleRun({ ...melt, seed: 2 }), serial: 'CW000002' };
    const files = [...generateCfxCsv(first), ...generateCfxCsv(second)];
    const error = await refusalOf(readRun(files, { profile: CFX }));
    expect(error.code).toBe('several-runs');
    expect(error.choices).toHaveLength(2);
    for (const { name } of files) expect(error.problem).toContain(name);
    const run = await readRun(files, { profile: CFX, answers: { run: error.choices[1]! } });
    const alone = await readRun(generateCfxCsv(second), { profile: CFX });
    expect(run.curves).toEqual(alone.curves);
    expect(run.sources.every((source) => files[source]!.name.includes('CW000002'))).toBe(true);
  });

  test('IMPORT-104 of two instruments is refused, naming them', async () => {
    const files = [
      ...(await generateCfxXlsx(exampleRun(melt))),
      ...generateLightCycler480Text(exampleRun(melt)),
    ];
    const error = await refusalOf(readRun(files, { profile: CFX }));
    expect(error.code).toBe('several-runs');
    expect(error.problem).toMatch(/xlsx of Bio-Rad CFX; .*txt of LightCycler 480/);
  });
});

describe('an unknown dye', () => {
  test('IMPORT-102 is asked about, and uses the answer', async () => {
    const files = await generateCfxXlsx(withDye(exampleRun(melt), 'New Green'));
    expect(await refusalOf(readRun(files, { profile: CFX }))).toMatchObject({
      code: 'unknown-channel',
      dyes: ['New Green'],
    });
    const dyes = [{ dye: 'new green', channel: 'FAM' as const }];
    const run = await readRun(files, { profile: CFX, answers: { dyes } });
    expect(run.curves.every(({ channel, dye }) => channel === 'FAM' && dye === 'New Green')).toBe(true);
    expect(run.report.answers).toEqual({ dyes: [{ dye: 'New Green', channel: 'FAM' }] });
    expect(run.report.remarks).toContain('“New Green” is read as the channel FAM, as chosen on import.');
    const kept = await readRun(files, { profile: CFX, kept: dyes });
    expect(kept.curves).toEqual(run.curves);
    expect(kept.report.remarks?.join()).toContain('as stored by the laboratory for this analyser');
  });

  test('IMPORT-102 is asked about if the file names none', async () => {
    const [file] = await generateRdmlOfPlates([{ name: 'P', run: exampleRun(melt) }], { namesDyes: false });
    const error = await refusalOf(readRun([file!], { profile: profile('rdml') }));
    expect(error).toMatchObject({ code: 'missing-information', dyes: ['no dye named'] });
    const dyes = [{ dye: 'no dye named', channel: 'TEXAS_RED' as const }];
    const run = await readRun([file!], { profile: profile('rdml'), answers: { dyes } });
    expect(run.curves.map(({ channel }) => channel)).toEqual(Array(6).fill('TEXAS_RED'));
  });
});

describe('an inspection', () => {
  test('IMPORT-101 lists each run of a document with its wells, dyes, readings and date', async () => {
    const files = await generateRdmlOfPlates([
      { name: 'Monday', run: exampleRun(melt) },
      { name: 'Tuesday', run: exampleRun({ ...melt, wellCount: 3, channels: ['FAM', 'TEXAS_RED'] }) },
    ]);
    const { runs, problems } = await inspected(files);
    expect(problems).toEqual([]);
    expect(runs).toMatchObject([
      { name: 'Monday', wellCount: 6, runDate: '2026-01-15T08:30:00Z', curves: [{ dye: 'FAM' }] },
      { name: 'Tuesday', wellCount: 3, curves: [{ dye: 'FAM', pointCount: [81, 81] }, { dye: 'Texas Red' }] },
    ]);
    const lines = runs[0]!.curves[0]!.lines;
    expect(lines).toHaveLength(6);
    expect([lines[0]!.at(0), lines[0]!.at(-2), lines[0]!.length]).toEqual([0, 1000, 80]);
  });

  test.each([
    ['Bio-Rad CFX96', (run: SyntheticRun) => generateCfxXlsx(run)],
    ['LightCycler 480', (run: SyntheticRun) => generateLightCycler480Text(run)],
    ['Bio-Rad CFX96', (run: SyntheticRun) => generateRdmlXml(run)],
  ])('IMPORT-105 recognises the analyser from the files: %s', async (name, generate) => {
    const { runs } = await inspected(await generate(exampleRun({ ...melt, wellCount: 96 })));
    const [best] = runs[0]!.analysers;
    expect(ANALYSER_PROFILES.find(({ id }) => id === best!.analyserId)?.name).toBe(name);
    expect(best!.outcome).toBe('reads');
  });

  test('IMPORT-145 says how the type of the files is known, as the note of the run does', async () => {
    const bare = await inspected(generateRdmlXml(exampleRun({ ...melt, wellCount: 96 })));
    const found = bare.runs[0]!.analysers.find(({ analyserId }) => analyserId === 'bio-rad-cfx96');
    expect(found?.confidence).toBe('documented');
    expect(found?.notes.join()).toContain('Bio-Rad CFX96 (RDML, xml) are known from documentation only');
    const seen = await inspected(await generateCfxXlsx(exampleRun(melt)));
    expect(seen.runs[0]!.analysers[0]).toMatchObject({ analyserId: 'bio-rad-cfx96', confidence: 'seen' });
    const asks = await inspected(await generateCfxXlsx(withDye(exampleRun(melt), 'New Green')));
    expect(asks.runs[0]!.analysers[0]).toMatchObject({ outcome: 'asks', confidence: 'seen' });
  });

  test('IMPORT-102 says which dyes are open, and which have stored answers', async () => {
    const files = await generateCfxXlsx(withDye(exampleRun(melt), 'New Green'));
    const [run] = (await inspected(files)).runs;
    expect(run!.analysers[0]).toMatchObject({
      outcome: 'asks',
      dyes: [{ dye: 'New Green', channel: null, source: 'unknown' }],
    });
    const [known] = (await inspected(files, [{ dye: 'New Green', channel: 'FAM' }])).runs;
    expect(known!.analysers[0]).toMatchObject({
      outcome: 'reads',
      dyes: [{ dye: 'New Green', channel: 'FAM', source: 'kept' }],
    });
  });

  test('says for each unreadable file why, and reads the others', async () => {
    const [good] = await generateCfxXlsx(exampleRun(melt));
    const { runs, problems } = await inspected([
      { name: 'x.txt', bytes: new TextEncoder().encode('x\n') },
      good!,
    ]);
    expect(runs).toHaveLength(1);
    expect(problems).toMatchObject([{ file: 'x.txt', code: 'unsupported-file' }]);
  });
});

/** The notes of a run from bare RDML, without the one that such files are known from documentation only. */
const doubtsOf = ({ report }: RunFile) =>
  report.notes.filter((note) => !note.includes('RDML, xml) are known from documentation only'));

describe('remarks on a run', () => {
  const [document] = generateRdmlXml(exampleRun(melt));
  const dated = (date: string) =>
    readRun([edited(document!, (text) => text.replace('2026-01-15T08:30:00Z', date))], {
      profile: profile('rdml'),
      now: NOW,
    });

  test('IMPORT-106 report a date that is impossible, or has no zone', async () => {
    for (const [date, word] of [
      ['1980-01-01T00:00:00Z', 'older than the instrument'],
      ['1970-01-01T00:00:00Z', 'older than the instrument'],
      ['2010-01-01', 'never set'],
      ['2026-03-01T00:00:00Z', 'in the future'],
    ] as const) {
      expect((await dated(date)).report.notes.join()).toContain(word);
    }
    const local = await dated('2026-01-14T08:30:00');
    expect(doubtsOf(local).join()).not.toContain('date');
    expect(local.report.remarks?.join()).toContain('time zone of the analyser');
    const plain = await dated('2026-01-14T08:30:00+01:00');
    expect([doubtsOf(plain), plain.report.remarks]).toEqual([[], []]);
    expect((await dated('')).report.remarks?.join()).toContain('gives no date');
  });

  test('IMPORT-106 report temperatures that fluctuate, at the start and elsewhere', async () => {
    const wavering = (at: number) =>
      readRun(
        [
          edited(document!, (text) => {
            let index = 0;
            // Swaps two readings of the first well.
            const [one, other] = [at, at + 1].map((place) => (40 + 0.5 * place).toString());
            return text.replaceAll(/<tmp>([^<]*)</g, (all, tmp: string) => {
              if (index++ >= 81) return all;
              return tmp === one ? `<tmp>${other!}<` : tmp === other ? `<tmp>${one!}<` : all;
            });
          }),
        ],
        { profile: profile('rdml'), now: NOW },
      );
    const start = await wavering(0);
    expect(doubtsOf(start)).toEqual([]);
    expect(start.report.remarks?.join()).toMatch(
      /temperatures of 1 well go back and forth at their start, up to 40.0 °C, by 0.50 °C/,
    );
    expect((await wavering(60)).report.notes.join()).toContain('back and forth as far as 70.0 °C');
  });
});

test('SHELL-188 the usual analyser comes first unless the files name another one', async () => {
  const first = async (files: readonly SourceFile[], usual: string) => {
    const { runs } = await inspectUpload(files, {
      candidates: ANALYSER_PROFILES.map((one) => ({
        analyserId: one.id,
        profile: one,
        kept: [],
        isUsual: one.id === usual,
      })),
      now: NOW,
    });
    return runs[0]?.analysers[0]?.analyserId;
  };
  const rdml = generateRdmlXml(exampleRun(melt)).map((file) =>
    edited(file, (text) => text.replace(/<instrument>.*<\/instrument>/, '<instrument>Gentier</instrument>')),
  );
  expect(await first(rdml, 'rotor-gene-q')).toBe('rotor-gene-q');
  expect(await first(rdml, 'stepone-7500')).toBe('stepone-7500');
  expect(await first(generateCfxCsv(exampleRun(melt)), 'rotor-gene-q')).toBe('bio-rad-cfx96');
  expect(await first(generateCfxCsv(exampleRun(melt)), 'bio-rad-cfx-opus-96')).toBe('bio-rad-cfx-opus-96');
});
