import { ALGORITHM_VERSION, type ChannelConfiguration } from '@curvewell/analysis';
import { GENOTYPING, syntheticCurve } from '@curvewell/analysis/test/synthetic';
import { type DyeCompensation, flagText } from '@curvewell/domain';
import type { RunCurve, RunFile } from '@curvewell/instruments';
import { describe, expect, it } from 'vitest';

import { type AnalysedWell, runAnalyse } from './analyse-run.ts';
import { explainOutput } from './explain.ts';
import { optionsParse, UsageError } from './options.ts';
import { csvOutput, jsonOutput, NOT_REVIEWED, tableOutput } from './output.ts';
import { svgPlot } from './svg-plot.ts';

const runCurve = (position: string, products: readonly (readonly [number, number])[]): RunCurve => {
  const { temperature, fluorescence } = syntheticCurve({ products });
  return {
    position,
    channel: 'FAM',
    dye: 'FAM',
    phase: 'MELT',
    quantity: 'fluorescence',
    temperature,
    value: fluorescence,
  };
};

// The command line uses only the curves, amplification and wells of a run.
const RUN = {
  curves: [
    runCurve('A1', [[60, 1000]]),
    runCurve('A2', [
      [60, 600],
      [68, 900],
    ]),
    runCurve('A3', []),
  ],
  amplification: [],
  wells: [{ position: 'A3', name: null, sampleType: 'NEGATIVE_TEST' }],
} as unknown as RunFile;

const SETTINGS = {
  kit: [GENOTYPING],
  plate: new Map(),
  minThreshold: null,
  inversed: false,
  algorithm: ALGORITHM_VERSION,
};

const output = (wells: readonly AnalysedWell[]) => ({
  algorithmVersion: ALGORITHM_VERSION,
  run: RUN,
  file: '=run "1".csv',
  sha256: 'ab',
  wells,
});

describe('the command line', () => {
  it('accepts files and options, and refuses invalid ones', () => {
    expect(optionsParse(['a.csv', 'b.csv', '--json', '--min-threshold', '12.5'])).toMatchObject({
      files: ['a.csv', 'b.csv'],
      format: 'json',
      minThreshold: 12.5,
      algorithm: ALGORITHM_VERSION,
    });
    for (const words of [
      [],
      ['a', '--json', '--csv'],
      ['a', '--min-threshold', 'high'],
      ['a', '--algorithm', '0.1'],
      ['a', '--unknown'],
      ['a', '--explain', 'Q99x'],
      ['a', '--channel-of', 'LC Green=UV'],
    ]) {
      expect(() => optionsParse(words)).toThrow(UsageError);
    }
  });

  it('accepts a well in any notation, and answers about the files', () => {
    for (const well of ['a1', 'A01', 'A1']) expect(optionsParse(['a', '--explain', well]).explain).toBe('A1');
    const { answers } = optionsParse([
      'a',
      '--run',
      'Monday',
      '--channel-of',
      'LC Green=fam',
      '--channel-of',
      'Cy5=none',
      '--channel-of',
      'Quasar 705=Cy5.5',
    ]);
    expect(answers).toEqual({
      run: 'Monday',
      dyes: [
        { dye: 'LC Green', channel: 'FAM' },
        { dye: 'Cy5', channel: null },
        { dye: 'Quasar 705', channel: 'CY5_5' },
      ],
    });
  });

  it('calls the wells of a run with a kit, and controls by the file’s sample types', () => {
    const wells = runAnalyse(RUN, SETTINGS);
    expect(wells.map(({ position, explanation }) => [position, explanation.diagnostic])).toEqual([
      ['A1', 'HOMOZYGOUS_MUTATED'],
      ['A2', 'HETEROZYGOUS_13910'],
      ['A3', 'TEST_OK'],
    ]);
  });

  it('DIAG-81 calls a well without a peak Negative only if the channel has amplified, where a rule requires it', () => {
    const rule: ChannelConfiguration['rules'][number] = {
      zones: [],
      diagnostic: 'NEGATIVE',
      expressions: [
        {
          firstOperand: { amplification: 'FAM' },
          operator: 'IS',
          secondOperand: { amplification: 'amplified' },
        },
      ],
    };
    const kit: readonly ChannelConfiguration[] = [
      { ...GENOTYPING, rules: [rule], amplification: [{ channel: 'FAM', latestCycle: 35 }] },
    ];
    const [none, empty] = [new Float64Array(), new Float64Array()];
    const stated = (position: string, cq: number | 'none') =>
      ({ position, channel: 'FAM', dye: 'FAM', cycle: none, value: empty, cq }) as const;
    const run = {
      ...RUN,
      curves: ['B1', 'B2', 'B3'].map((position) => runCurve(position, [])),
      amplification: [stated('B1', 27.4), stated('B2', 'none')],
    };
    const called = (compensation?: DyeCompensation) =>
      runAnalyse(run, { ...SETTINGS, kit, compensation }).map(({ explanation }) => explanation.diagnostic);
    expect(called()).toEqual(['NEGATIVE', null, null]);
    // The signal may be that of another channel, which the run lacks.
    expect(called([{ from: 'HEX', into: 'FAM', share: 0.2 }])).toEqual([null, null, null]);
  });

  it('reports every peak without a kit', () => {
    const wells = runAnalyse(RUN, { ...SETTINGS, kit: null });
    const tms = wells.map(({ explanation }) =>
      explanation.phases[0]?.peaks.flatMap(({ tm, accepted }) => (accepted ? [Math.round(tm)] : [])),
    );
    expect(tms).toEqual([[60], [60, 68], []]);
    expect(wells.every(({ explanation }) => explanation.sampleType === 'BLOOD')).toBe(true);
  });

  it('writes the same wells as JSON, CSV and a table', () => {
    const wells = runAnalyse(RUN, SETTINGS);
    const json = JSON.parse(jsonOutput(output(wells))) as {
      algorithmVersion: string;
      wells: { position: string }[];
    };
    expect(json.algorithmVersion).toBe(ALGORITHM_VERSION);
    expect(json.wells.map(({ position }) => position)).toEqual(['A1', 'A2', 'A3']);
    const rows = csvOutput(output(wells)).trim().split('\n');
    expect(rows[1]).toMatch(/^A1,FAM,MELT,(?:59.99|60.00)\d*,/);
    expect(new Set(rows.map((row) => row.split(',').length)).size).toBe(1);
    expect(tableOutput(output(wells))).toMatch(
      /A2 +FAM +MELT A: (?:59\.99|60\.00) ± \d\.\d\d +B: 68\.\d\d ± \d\.\d\d +A \+ B/,
    );
  });

  it('EXPORT-174 every output says that no person has reviewed or approved the calls', () => {
    const wells = runAnalyse(RUN, SETTINGS);
    const content = output(wells);
    expect(JSON.parse(jsonOutput(content))).toMatchObject({ notice: NOT_REVIEWED });
    const [head, ...rows] = csvOutput(content).trim().split('\n');
    expect(head?.endsWith(',notice')).toBe(true);
    expect(rows.filter((row) => !row.endsWith(`,${NOT_REVIEWED}`))).toEqual([]);
    expect(tableOutput(content).split('\n')[0]).toContain(NOT_REVIEWED);
    for (const well of wells) expect(explainOutput(well)).toContain(NOT_REVIEWED);
    expect(svgPlot(wells, 'run')).toContain(`>${NOT_REVIEWED}</text>`);
  });

  it('explains a well with the values of its rules', () => {
    const [, second] = runAnalyse(RUN, SETTINGS);
    expect(explainOutput(second!)).toMatch(
      /row 4: A below B \([\d.]+ against [\d.]+: yes\) → HETEROZYGOUS_13910/,
    );
  });

  it('REVIEW-130 REVIEW-131 states the flags of a well in the words of the screen', () => {
    const hump = syntheticCurve({ products: [], noise: 2 });
    const value = hump.fluorescence.map(
      (reading, i) =>
        reading + 2000 / (1 + Math.exp(((hump.temperature[i] ?? 0) - 66) / 4.8)) + (i === 20 ? 800 : 0),
    );
    const curve = { ...runCurve('A1', []), value };
    const wells = runAnalyse({ ...RUN, curves: [curve] }, SETTINGS);
    const [well] = wells;
    const explained = explainOutput(well!);
    expect(explained).toMatch(/around \d\d\.\d\d °C, which no peak explains \(.*\)\./);
    expect(explained).toMatch(/MELT: the reading at .* RFU off and was excluded\./);
    expect(explained).not.toContain('NEGATIVE');
    expect(csvOutput(output(wells))).toContain('which no peak explains');
    for (const flag of well!.explanation.flags) expect(explained).toContain(flagText(flag));
  });

  it('draws readings, slope, zones, threshold and every counted peak with its Tm', () => {
    const wells = runAnalyse(RUN, SETTINGS);
    const svg = svgPlot(wells, '<run> & co');
    expect(svg.match(/<polyline /g)).toHaveLength(6);
    expect(svg.match(/<rect [^>]*fill-opacity/g)).toHaveLength(2);
    expect(svg.match(/\d+\.\d\d ± \d\.\d\d/g)).toHaveLength(3);
    expect(svg).toContain('&lt;run&gt; &amp; co');
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('lists the combinations in its legend, and none without a kit', () => {
    const legend = />NONE<\/text>/;
    expect(svgPlot(runAnalyse(RUN, SETTINGS), 'run')).toMatch(legend);
    expect(svgPlot(runAnalyse(RUN, { ...SETTINGS, kit: null }), 'run')).not.toMatch(legend);
  });
});
