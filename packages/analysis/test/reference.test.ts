import type { Peak } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { realPeaks, truthJson, truthRows } from './real-runs.ts';
import { HAS_REFERENCE_DATA, WHY_SKIPPED } from './reference-data.ts';

/** °C; vendors smooth more, and report a temperature of their own grid. */
const TOLERANCE = 0.5;

interface VendorPeak {
  /** Dye and position; the dye is omitted where the file has one only. */
  readonly well: string;
  readonly tm: number;
  readonly height: number;
}

const unpadded = (well: string): string => well.replace(/^([A-P])0/, '$1');

function peaksOf(runs: ReadonlyMap<string, readonly Peak[]>, well: string): readonly Peak[] {
  const key = [...runs.keys()].find((name) => name === well || name.endsWith(` ${well}`));
  return key === undefined ? [] : (runs.get(key) ?? []);
}

/** Wells without an accepted peak within the tolerance of the vendor's. */
function missed(runs: ReadonlyMap<string, readonly Peak[]>, vendor: readonly VendorPeak[]): string[] {
  return vendor
    .filter(
      ({ well, tm }) =>
        !peaksOf(runs, well).some((peak) => peak.accepted && Math.abs(peak.tm - tm) <= TOLERANCE),
    )
    .map(({ well }) => well);
}

/** The vendor's peaks of at least this fraction of the plate's high ones; it also lists ripples of 1 %. */
function realOnes(vendor: readonly VendorPeak[], part: number): VendorPeak[] {
  const heights = vendor.map(({ height }) => height).sort((a, b) => a - b);
  const high = heights[Math.floor(0.9 * heights.length)] ?? 0;
  return vendor.filter(({ height }) => height >= part * high);
}

const quantStudio = (folder: string): VendorPeak[] =>
  truthRows(`${folder}/truth.csv`)
    .filter((row) => Number(row['vendor_tm_c']) > 0)
    .map((row) => ({
      well: row['well'] ?? '',
      tm: Number(row['vendor_tm_c']),
      height: Number(row['vendor_peak_height']),
    }));

describe.skipIf(!HAS_REFERENCE_DATA)(`published Tm's of instruments (else ${WHY_SKIPPED})`, () => {
  it.each([
    ['run-2019-04-18-five-fluorophores', 60],
    ['run-2019-07-01-samples-67-68-69-73', 41],
    ['run-2019-07-11-sample-48-partial-plate', 17],
  ])('include every peak that the vendor reports for CFX96, %s', async (run, count) => {
    const runs = await realPeaks(
      {
        folder: `cfx-manager-csv-semicolon/${run}`,
        names: /RFU|Summary|Run Information/,
        profile: 'bio-rad-cfx96',
      },
      // The minimum height of the vendor's peaks.
      5,
    );
    const vendor = truthRows('cfx-manager-csv-semicolon/truth.csv')
      .filter((row) => row['run_folder'] === run && row['vendor_tm_c'] !== '')
      .map((row) => ({
        well: `${row['fluor'] ?? ''} ${unpadded(row['well'] ?? '')}`,
        tm: Number(row['vendor_tm_c']),
        height: Number(row['vendor_peak_height']),
      }))
      // The readings of the run's other fluorophores were not exported.
      .filter(({ well }) => runs.has(well));
    expect(vendor).toHaveLength(count);
    expect(missed(runs, vendor)).toEqual([]);
  });

  it('include the product of all 96 wells of QuantStudio 7 Pro', async () => {
    const folder = 'quantstudio7pro-xlsx-single';
    const vendor = realOnes(quantStudio(folder), 0.2);
    expect(vendor).toHaveLength(96);
    expect(missed(await realPeaks({ folder, names: /xlsx$/, profile: 'quantstudio' }), vendor)).toEqual([]);
  });

  it('QuantStudio 1: every real peak, except one that the vendor smooths away', async () => {
    const folder = 'quantstudio1-xlsx-split';
    const runs = await realPeaks({ folder, names: /xlsx$/, profile: 'quantstudio' });
    const vendor = realOnes(quantStudio(folder), 0.15);
    expect(vendor).toHaveLength(79);
    // Its readings are steepest at 76.3 °C; the vendor reports 75.5, we report 76.0.
    expect(missed(runs, vendor)).toEqual(['E12']);
  });

  it('StepOne, derivative only: every product; the vendor’s Tm at the first readings of empty wells are below the threshold', async () => {
    const runs = await realPeaks({ folder: 'stepone-xls-melt', names: /xls$/, profile: 'stepone-7500' });
    const vendor = truthRows('stepone-xls-melt/truth.csv').flatMap((row) =>
      ['vendor_tm1_c', 'vendor_tm2_c', 'vendor_tm3_c']
        .map((name) => Number(row[name]))
        .filter((tm) => tm > 0)
        .map((tm) => ({ well: row['well'] ?? '', tm, height: 1 })),
    );
    const atTheStart = vendor.filter(({ tm }) => tm < 62);
    const products = vendor.filter(({ tm }) => tm >= 62);
    expect(atTheStart.length + products.length).toBe(91);
    // Ripples of empty wells, 2 % of a product's height.
    expect(missed(runs, products)).toEqual(['C7', 'D1']);
    expect(missed(runs, atTheStart)).toHaveLength(atTheStart.length);
  });

  it('RDES example: all except one of 82 wells, which is almost empty', async () => {
    const runs = await realPeaks({ folder: 'rdes-tsv', names: /melting.tsv$/, profile: 'rdml' });
    const vendor = truthRows('rdes-tsv/truth.csv')
      .filter((row) => Number(row['published_tm_c']) > 0)
      .map((row) => ({ well: row['well'] ?? '', tm: Number(row['published_tm_c']), height: 1 }));
    expect(vendor).toHaveLength(82);
    expect(missed(runs, vendor)).toEqual(['B12']);
  });

  it('LightCycler 480: the 50 wells of five mixes are called by their groups', async () => {
    const runs = await realPeaks(
      { folder: 'rdml-lightcycler480-two-product-mix', names: /rdml$/, profile: 'lightcycler-480' },
      0.5,
    );
    const { wells } = truthJson('rdml-lightcycler480-two-product-mix/truth.json') as {
      wells: { well: string; artifactFractionPercent: number }[];
    };
    const heightIn = (well: string, from: number, to: number): number =>
      peaksOf(runs, well)
        .filter(({ accepted, tm }) => accepted && tm >= from && tm <= to)
        .reduce((highest, { height }) => Math.max(highest, height), 0);
    const groups = wells.map(({ well, artifactFractionPercent }) => ({
      percent: artifactFractionPercent,
      artifact: heightIn(well, 78, 82),
      amplicon: heightIn(well, 84, 88),
    }));
    const shareOf = (percent: number) =>
      groups
        .filter((group) => group.percent === percent)
        .map(({ artifact, amplicon }) => artifact / (artifact + amplicon));
    const ampliconOf = (percent: number) =>
      groups.filter((group) => group.percent === percent).map(({ amplicon }) => amplicon);
    expect(shareOf(100).every((share) => share === 1)).toBe(true);
    expect(Math.min(...shareOf(75))).toBeGreaterThan(0.3);
    expect(Math.max(...shareOf(75))).toBeLessThan(1);
    expect(Math.min(...shareOf(50))).toBeGreaterThan(0.05);
    expect(Math.max(...shareOf(50))).toBeLessThan(0.3);
    expect(shareOf(0).every((share) => share === 0)).toBe(true);
    // A quarter of artifact is a shoulder without a peak of its own, which shows in the amplicon's height.
    expect(Math.max(...ampliconOf(25))).toBeLessThan(Math.min(...ampliconOf(0)));
    expect(Math.min(...ampliconOf(25))).toBeGreaterThan(Math.max(...ampliconOf(50)));
  });
});
