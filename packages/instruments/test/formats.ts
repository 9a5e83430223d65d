import { type ChannelName, type PlateType, type RunFileFormat, runFileFormatSchema } from '@curvewell/domain';

import {
  generateAzureCieloCsv,
  generateCfxCsv,
  generateCfxSpreadsheetMl,
  generateCfxXls,
  generateCfxXlsx,
  generateCfxXml,
  generateLightCycler480Text,
  generateMxProText,
  generateQuantStudioText,
  generateQuantStudioXls,
  generateQuantStudioXlsx,
  generateRdes,
  generateRdml,
  generateRdmlXml,
  generateRotorGene,
  generateStepOneXls,
  writeZip,
} from './generate/index.ts';
import type { SyntheticRun } from './generate/index.ts';
import type { Quantity } from '../src/import-report.ts';
import type { SourceFile } from '../src/index.ts';

/** A format with a generator, and the runs it can represent. */
export interface WritableFormat {
  readonly format: RunFileFormat;
  readonly name: string;
  readonly profile: string;
  readonly plates: readonly PlateType[];
  readonly channels: readonly ChannelName[];
  readonly quantity: Quantity;
  /** Contains no names of wells. */
  readonly nameless?: true;
  /** Always contains all wells of the plate. */
  readonly wholePlate?: true;
  /** Neither the file nor the analyser states the plate, so it is the smallest with the wells. */
  readonly plateUnstated?: true;
  /** Steps, °C, whose readings fit into the columns of an old workbook. */
  readonly steps?: readonly number[];
  /** Whether the format includes the plate's barcode, the date and the content of wells. */
  readonly keeps: readonly ('plateId' | 'runDate' | 'sampleType')[];
  readonly generate: (run: SyntheticRun) => Promise<SourceFile[]> | SourceFile[];
}

const BOTH_PLATES = ['RECTANGULAR_96', 'RECTANGULAR_384'] as const;
const CHANNELS = ['FAM', 'TEXAS_RED', 'HEX'] as const;

const CFX = {
  profile: 'bio-rad-cfx',
  plates: BOTH_PLATES,
  channels: CHANNELS,
  quantity: 'fluorescence',
  keeps: ['plateId', 'runDate', 'sampleType'],
} as const;

const FORMATS: Readonly<Record<RunFileFormat, readonly Omit<WritableFormat, 'format'>[]>> = {
  cfx: [
    { name: 'CFX xlsx', ...CFX, generate: generateCfxXlsx },
    { name: 'CFX xls', ...CFX, plates: ['RECTANGULAR_96'], generate: generateCfxXls },
    { name: 'CFX SpreadsheetML', ...CFX, generate: generateCfxSpreadsheetMl },
    { name: 'CFX xml', ...CFX, generate: generateCfxXml },
    { name: 'CFX csv (English)', ...CFX, generate: (run) => generateCfxCsv(run, 'english') },
    { name: 'CFX csv (German)', ...CFX, generate: (run) => generateCfxCsv(run, 'german') },
    {
      name: 'CFX csv set in a zip',
      ...CFX,
      generate: async (run) => [{ name: 'export.zip', bytes: await writeZip(generateCfxCsv(run)) }],
    },
  ],
  rdml: [
    {
      name: 'RDML zip',
      ...CFX,
      profile: 'rdml',
      keeps: ['runDate', 'sampleType'],
      generate: generateRdml,
    },
    {
      name: 'RDML xml',
      ...CFX,
      profile: 'rdml',
      keeps: ['runDate', 'sampleType'],
      generate: generateRdmlXml,
    },
  ],
  'quantstudio-design-analysis': [
    { name: 'QuantStudio xlsx', ...CFX, profile: 'quantstudio', generate: generateQuantStudioXlsx },
  ],
  'quantstudio-real-time': [
    {
      name: 'QuantStudio txt',
      ...CFX,
      profile: 'quantstudio',
      channels: ['FAM'],
      generate: generateQuantStudioText,
    },
    {
      name: 'QuantStudio xls',
      ...CFX,
      profile: 'quantstudio',
      plates: ['RECTANGULAR_96'],
      channels: ['FAM'],
      generate: generateQuantStudioXls,
    },
  ],
  stepone: [
    {
      name: 'StepOne xls',
      ...CFX,
      profile: 'stepone-7500',
      plates: ['RECTANGULAR_96'],
      quantity: 'derivative',
      steps: [0.5, 1],
      keeps: ['runDate', 'sampleType'],
      generate: generateStepOneXls,
    },
  ],
  lightcycler480: [
    {
      name: 'LightCycler 480 txt',
      ...CFX,
      profile: 'lightcycler-480',
      keeps: [],
      plateUnstated: true,
      wholePlate: true,
      generate: generateLightCycler480Text,
    },
  ],
  rotorgene: [
    {
      name: 'Rotor-Gene rex',
      ...CFX,
      profile: 'rotor-gene-q',
      plates: ['RECTANGULAR_96'],
      keeps: [],
      generate: generateRotorGene,
    },
  ],
  rdes: [
    {
      name: 'RDES tsv',
      ...CFX,
      profile: 'rdml',
      keeps: ['sampleType'],
      plateUnstated: true,
      generate: generateRdes,
    },
  ],
  mxpro: [
    {
      name: 'MxPro txt',
      ...CFX,
      profile: 'agilent-mx3005p',
      plates: ['RECTANGULAR_96'],
      keeps: [],
      nameless: true,
      generate: generateMxProText,
    },
  ],
  'azure-cielo': [
    {
      name: 'Azure Cielo csv',
      ...CFX,
      profile: 'azure-cielo',
      plates: ['RECTANGULAR_96'],
      keeps: [],
      nameless: true,
      plateUnstated: true,
      generate: generateAzureCieloCsv,
    },
  ],
};

export const WRITABLE_FORMATS: readonly WritableFormat[] = runFileFormatSchema.options.flatMap((format) =>
  FORMATS[format].map((file) => ({ ...file, format })),
);
