import type { ChannelName } from '@curvewell/domain';
import {
  generateLightCycler480Text,
  generateQuantStudioXlsx,
  generateRotorGene,
  syntheticRun,
  type SyntheticRun,
  type SyntheticWell,
} from '@curvewell/instruments/generate';

/** What a well holds: the melting temperatures of each channel, °C, and what it is. */
interface AssayWell {
  readonly tms: Partial<Record<ChannelName, readonly number[]>>;
  /** The result as the kit calls it; `ntc`: the negative control; `standard`: a standard with that result. */
  readonly is: { readonly result: string } | { readonly standard: string } | 'ntc';
}

/** An assay that a laboratory brings: its plate, its cycler, and what its kit sends. */
export interface Assay {
  readonly kit: string;
  /** What the kit starts with, in the words of the form. */
  readonly start: 'two products' | 'a panel' | 'shapes';
  readonly analyser: string;
  readonly wells: Readonly<Record<string, AssayWell>>;
  /** The code for the LIS of each result, which the journey types into the kit. */
  readonly codes: Readonly<Record<string, string>>;
  readonly files: () => Promise<readonly { name: string; mimeType: string; buffer: Buffer }[]>;
}

export const sampleName = ({ kit }: Pick<Assay, 'kit'>, position: string): string => `${kit}-${position}`;

type Write = (
  run: SyntheticRun,
) => ReturnType<typeof generateRotorGene> | ReturnType<typeof generateQuantStudioXlsx>;

interface Made extends Omit<Assay, 'files'> {
  readonly write: Write;
  readonly channels: readonly ChannelName[];
  /** Fluorescence that a product loses. */
  readonly amplitude: number;
}

/** °C */
const READ = { from: 45, to: 72, step: 0.2 };
const NOISE_SHARE = 1 / 1000;
const WIDTH = 0.75;

const made = ({ write, channels, amplitude, ...assay }: Made): Assay => ({
  ...assay,
  files: async () => {
    const wells = Object.entries(assay.wells).map(([position, { tms }]): SyntheticWell => ({
      position,
      name: sampleName(assay, position),
      sampleType: null,
      melts: channels.flatMap((channel) =>
        (tms[channel] ?? []).map((tm) => ({ channel, tm, amplitude, width: WIDTH })),
      ),
    }));
    const written = await write(
      syntheticRun({
        ...{ plateType: 'RECTANGULAR_96', wells, channels, phases: ['MELT'], seed: 11 },
        ...{ temperature: READ, noise: amplitude * NOISE_SHARE },
      }),
    );
    return written.map(({ name, bytes }) => ({
      name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(bytes),
    }));
  },
});

const fam = (tms: readonly number[], is: AssayWell['is']): AssayWell => ({ tms: { FAM: tms }, is });
const hex = (tms: readonly number[], is: AssayWell['is']): AssayWell => ({ tms: { HEX: tms }, is });
const result = (words: string) => ({ result: words });
const standard = (words: string) => ({ standard: words });

/** Three assays of three cyclers that the demo data do not use. */
export const ASSAYS: readonly Assay[] = [
  made({
    kit: 'Geno',
    start: 'two products',
    analyser: 'LightCycler 480',
    write: generateLightCycler480Text,
    channels: ['FAM'],
    amplitude: 30,
    wells: {
      A1: fam([55.3], result('Product A only')),
      A2: fam([55.4], result('Product A only')),
      A3: fam([55.3, 60.8], result('Products A and B')),
      A4: fam([60.8], result('Product B only')),
      A5: fam([60.7], result('Product B only')),
      A6: fam([], 'ntc'),
    },
    codes: { 'Product A only': 'WT', 'Product B only': 'MUT', 'Products A and B': 'HET' },
  }),
  made({
    kit: 'Panel',
    start: 'a panel',
    analyser: 'QuantStudio',
    write: generateQuantStudioXlsx,
    channels: ['FAM', 'HEX'],
    amplitude: 1000,
    wells: {
      A1: fam([55.3], result('Product 1')),
      A2: fam([55.4], result('Product 1')),
      A3: fam([60.8], result('Product 2')),
      A4: fam([60.7], result('Product 2')),
      A5: fam([65.2], result('Product 3')),
      A6: fam([65.3], result('Product 3')),
      A7: hex([55.3], result('Product 4')),
      A8: hex([55.2], result('Product 4')),
      A9: hex([60.8], result('Product 5')),
      A10: hex([60.9], result('Product 5')),
      A11: fam([], result('No product')),
      A12: fam([], 'ntc'),
    },
    codes: {
      ...{ 'Product 1': 'SP1', 'Product 2': 'SP2', 'Product 3': 'SP3' },
      ...{ 'Product 4': 'SP4', 'Product 5': 'SP5', 'No product': 'SP0' },
    },
  }),
  made({
    kit: 'HRM',
    start: 'shapes',
    analyser: 'Rotor-Gene Q',
    write: generateRotorGene,
    channels: ['FAM'],
    amplitude: 50,
    wells: {
      A1: fam([60.4], standard('Group A')),
      A2: fam([60.42], standard('Group A')),
      A3: fam([60.38], standard('Group A')),
      A4: fam([61.2], standard('Group B')),
      A5: fam([61.22], standard('Group B')),
      A6: fam([61.18], standard('Group B')),
      A7: fam([60.4], result('Group A')),
      A8: fam([61.2], result('Group B')),
      A9: fam([], 'ntc'),
    },
    codes: { 'Group A': 'HA', 'Group B': 'HB' },
  }),
];
