import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { GENOTYPING, syntheticCurve } from '@curvewell/analysis/test/synthetic';
import {
  DEFAULT_REPLICATES,
  type KitDocument,
  kitDocumentSchema,
  type KeptTemplate,
} from '@curvewell/domain';
import { templateHash } from '@curvewell/domain/record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { kitRead, kitRemarks } from './kit-read.ts';
import { UsageError } from './options.ts';
import { InputError } from './read-input.ts';

const folder = mkdtempSync(join(tmpdir(), 'curvewell-analyse-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const configuration = (analyser: string, reactionBuffer: string, minThreshold: number) => ({
  analyser,
  reactionBuffer,
  status: 'VALIDATED' as const,
  channels: [
    {
      name: GENOTYPING.channel,
      phases: GENOTYPING.phases.map((phase) => ({ ...phase, minThreshold })),
      rules: GENOTYPING.rules,
    },
  ],
});

/** A kit version in the product's export format. */
const kitDocument = (configurations: readonly ReturnType<typeof configuration>[]): KitDocument =>
  kitDocumentSchema.parse({
    format: 'curvewell-kit-version',
    formatVersion: 1,
    kit: { name: 'Lactase', channels: [{ channel: 'FAM', label: 'LCT' }], diagnostics: [] },
    version: { version: '1.0', validityStartDate: null, validityEndDate: null, isEditable: false },
    configurations,
  });

function written(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const one = written('one.json', JSON.stringify(kitDocument([configuration('CFX96', 'Buffer A', 30)])));
const several = written(
  'several.json',
  JSON.stringify(
    kitDocument([
      configuration('CFX96', 'Buffer A', 30),
      configuration('CFX96', 'Buffer B', 40),
      configuration('LightCycler 480', 'Buffer A', 50),
    ]),
  ),
);

const ANY = { analyser: null, buffer: null };

describe('reading an exported kit version', () => {
  it('uses the only configuration', async () => {
    expect(await kitRead(one, ANY)).toEqual([
      {
        ...GENOTYPING,
        outsideDiagnostic: null,
        tmShift: null,
        meltTemplates: null,
        curveShape: null,
        amplification: null,
      },
    ]);
  });

  it('uses the one selected by analyser and buffer', async () => {
    const thresholdOf = async (choice: Parameters<typeof kitRead>[1]) =>
      (await kitRead(several, choice))[0]?.phases[0]?.minThreshold;
    expect(await thresholdOf({ analyser: 'cfx96', buffer: 'buffer b' })).toBe(40);
    expect(await thresholdOf({ analyser: 'LightCycler 480', buffer: null })).toBe(50);
  });

  it('lists the configurations when several match, or none', async () => {
    await expect(kitRead(several, { analyser: null, buffer: 'Buffer A' })).rejects.toThrow(
      /several .*\n {2}--analyser "CFX96" --buffer "Buffer A"\n {2}--analyser "LightCycler 480" --buffer "Buffer A"$/,
    );
    await expect(kitRead(several, { analyser: 'QuantStudio', buffer: null })).rejects.toThrow(UsageError);
  });

  it('TPL-37 TPL-38 includes stored templates, and refuses one with a changed byte', async () => {
    const unhashed: Omit<KeptTemplate, 'sha256'> = {
      analyser: 'CFX96',
      channel: 'FAM',
      phase: 'MELT',
      zone: 'A',
      tm: 60,
      wells: 9,
      runs: [{ laboratory: 'North', run: 41, wells: 9 }],
      shape: { from: 0, step: 0.25, middle: [1], spread: [0.1] },
    };
    const named = { ...unhashed, sha256: templateHash(unhashed) };
    const documentWith = (template: KeptTemplate) => {
      const document = kitDocument([configuration('CFX96', 'Buffer A', 30)]);
      return JSON.stringify({
        ...document,
        version: { ...document.version, meltTemplates: { from: 'plate-or-kept' } },
        configurations: document.configurations.map((one) => ({
          ...one,
          channels: one.channels.map((channel) => ({ ...channel, keptTemplates: [template] })),
        })),
      });
    };
    const [read] = await kitRead(written('kept.json', documentWith(named)), ANY);
    expect(read?.meltTemplates).toEqual({ from: 'plate-or-kept', kept: [named] });
    await expect(
      kitRead(written('changed.json', documentWith({ ...named, wells: 10 })), ANY),
    ).rejects.toThrow(/stored template of A .* was altered/);
  });

  it('refuses anything that is not an exported kit version, naming the place', async () => {
    await expect(kitRead(written('text.json', 'no kit'), ANY)).rejects.toThrow(/this is not valid JSON/);
    const damaged = { ...kitDocument([]), version: { version: '' } };
    await expect(kitRead(written('damaged.json', JSON.stringify(damaged)), ANY)).rejects.toThrow(
      /version\.version/,
    );
    await expect(kitRead(join(folder, 'nowhere.json'), ANY)).rejects.toThrow(InputError);
  });
});

/** A run of three wells in the RDES format. */
function rdesRun(): string {
  const wells = [
    [[60, 1000]],
    [
      [60, 600],
      [68, 900],
    ],
    [],
  ] satisfies [number, number][][];
  const curves = wells.map((products, seed) => syntheticCurve({ products, seed, step: 0.5 }));
  const temperatures = [...(curves[0]?.temperature ?? [])];
  const rows = curves.map(({ fluorescence }, i) =>
    [`A${i + 1}`, `sample ${i + 1}`, 'unkn', 'LCT', 'toi', 'FAM', '', ...fluorescence].join('\t'),
  );
  const head = ['Well', 'Sample', 'Sample Type', 'Target', 'Target Type', 'Dye', 'Tm', ...temperatures].join(
    '\t',
  );
  return [head, ...rows].join('\n') + '\n';
}

describe('the command', () => {
  let run = '';
  beforeAll(() => {
    run = written('run.tsv', rdesRun());
  });
  const command = (...words: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...words], { encoding: 'utf8' });

  it('calls a run with an exported kit and a plate, and ends with 0', () => {
    const plate = written('plate.csv', 'position,sampleType,expectedDiagnostic\nA3,NEGATIVE_TEST,\n');
    const { status, stdout } = command(run, '--kit', one, '--plate', plate, '--json');
    expect(status).toBe(0);
    const { wells } = JSON.parse(stdout) as { wells: { position: string; diagnostic: string }[] };
    expect(wells.map(({ position, diagnostic }) => [position, diagnostic])).toEqual([
      ['A1', 'HOMOZYGOUS_MUTATED'],
      ['A2', 'HETEROZYGOUS_13910'],
      ['A3', 'TEST_OK'],
    ]);
  });

  it('ends with 1 and the reader’s message for an unreadable file', () => {
    const { status, stderr, stdout } = command(written('empty.tsv', ''));
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('ends with 2 and the usage for invalid options', () => {
    for (const words of [[], [run, '--kit', several], [run, '--buffer', 'A'], [run, '--channel', 'UV']]) {
      const { status, stderr } = command(...words);
      expect(status).toBe(2);
      expect(stderr).toContain('usage: curvewell-analyse');
    }
    // Starts four processes, which takes long on a busy machine.
  }, 120_000);
});

it('TRUST-673 the results of a sample that a kit version gives, and this program does not, are named', async () => {
  expect(await kitRemarks(one)).toBe('');
  const { version, ...rest } = kitDocument([configuration('CFX96', 'Buffer A', 30)]);
  const conditions = [{ channel: 'FAM', diagnostic: 'HETEROZYGOUS' }];
  const rule = { conditions, result: { name: 'Carrier', meaning: 'positive' } };
  const remarksOf = (more: object) =>
    kitRemarks(written('more.json', JSON.stringify({ ...rest, version: { ...version, ...more } })));
  expect(await remarksOf({ replicates: DEFAULT_REPLICATES })).toBe(
    'note: The kit gives one result to wells with the same name. These results are those of each well.\n',
  );
  expect(await remarksOf({ channelRules: [rule] })).toBe(
    'note: The kit combines the results of channels. These results are those of each channel.\n',
  );
});
