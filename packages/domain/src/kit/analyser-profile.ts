import { z } from 'zod';

import { channelNameSchema, inChannelOrder, phaseTypeSchema, type ChannelName } from './assay.ts';
import { dyeCompensationSchema } from './dye-compensation.ts';
import { storedNameSchema } from '../text/fields.ts';
import { plateTypeSchema } from '../plate/plate.ts';
import { MAX_INTEGER } from '../text/text.ts';
import { timeZoneSchema } from '../text/time-zone.ts';

/** The vendor formats of run files. */
export const runFileFormatSchema = z.enum([
  'cfx',
  'rdml',
  'quantstudio-design-analysis',
  'quantstudio-real-time',
  'stepone',
  'lightcycler480',
  'rotorgene',
  'rdes',
  'mxpro',
  'azure-cielo',
]);
export type RunFileFormat = z.infer<typeof runFileFormatSchema>;

export const RUN_FILE_FORMAT_LABEL: Readonly<Record<RunFileFormat, string>> = {
  cfx: 'Bio-Rad CFX',
  rdml: 'RDML',
  'quantstudio-design-analysis': 'QuantStudio Design & Analysis',
  'quantstudio-real-time': 'QuantStudio Real-Time PCR Software',
  stepone: 'StepOne / 7500',
  lightcycler480: 'LightCycler 480',
  rotorgene: 'Rotor-Gene',
  rdes: 'RDES',
  mxpro: 'Agilent MxPro',
  'azure-cielo': 'Azure Cielo',
};

export const runFileContainerSchema = z.enum(['xlsx', 'xls', 'spreadsheetml', 'xml', 'zip', 'csv', 'text']);
export type RunFileContainer = z.infer<typeof runFileContainerSchema>;

/** `seen`: read in a real file of that instrument; `documented`: known from documentation only. */
export const confidenceSchema = z.enum(['seen', 'documented']);
export type Confidence = z.infer<typeof confidenceSchema>;

/** The maximum number of stored files of a run: curves and derivatives of five dyes, and two lists. */
export const MAX_RUN_FILES = 12;
/** The maximum number of uploaded files: an instrument may export twenty, of which six are needed. */
export const MAX_UPLOAD_FILES = 40;
const MAX_ENTRIES = 200;

/**
 * Normalises a dye's name, since files differ in case, spaces and punctuation: `TexasRed`, `SYBRGreen I`,
 * `483 - 533`.
 */
export function plainDye(dye: string): string {
  return dye.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** How to read an analyser's files: data, so that an analyser can be added without a release. */
export const analyserProfileSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9-]{1,50}$/, 'Lower-case letters, digits and hyphens, 50 at most.'),
    name: storedNameSchema,
    /** Must increase with every change of the profile. */
    version: z.int().min(1).max(MAX_INTEGER),
    maxNumberOfFilesByRun: z.int().min(1).max(MAX_RUN_FILES),
    /** The time zone of the instrument's clock; omitted: the laboratory's. */
    timeZone: timeZoneSchema.optional(),
    plateTypes: z.array(plateTypeSchema).min(1).max(plateTypeSchema.options.length),
    /** Offered by the import page besides the usual ones. Files are recognised by their content. */
    extensions: z
      .array(z.string().regex(/^[a-z0-9]{1,10}$/, 'A file extension in lower case, without the dot.'))
      .min(1)
      .max(MAX_ENTRIES),
    formats: z
      .array(
        z.strictObject({
          format: runFileFormatSchema,
          container: runFileContainerSchema,
          confidence: confidenceSchema,
        }),
      )
      .min(1)
      .max(MAX_ENTRIES),
    /** `dye` is a dye's name or a filter pair; case, spaces and punctuation are ignored. */
    channelAliases: z
      .array(
        z.strictObject({
          dye: storedNameSchema,
          channel: channelNameSchema,
          /** Applies only to runs without another dye for the channel. */
          onlyDye: z.boolean(),
          confidence: confidenceSchema,
        }),
      )
      .min(1)
      .max(MAX_ENTRIES),
    phases: z
      .strictObject({
        rising: phaseTypeSchema,
        falling: phaseTypeSchema,
        /** °C that a ramp must cover to count as a phase. */
        leastSpan: z.number().min(1).max(50),
      })
      .refine(({ rising, falling }) => rising !== falling, 'Rising and falling must be different phases.'),
    /** Cross-talk to subtract before the analysis; omitted: none. */
    compensation: dyeCompensationSchema.optional(),
  })
  .superRefine(({ plateTypes, extensions, formats, channelAliases }, context) => {
    const once = (field: string, entries: readonly string[]) => {
      const second = entries.findIndex((entry, index) => entries.indexOf(entry) !== index);
      if (second === -1) return;
      const message = `Duplicate: ${entries[second] ?? ''}.`;
      context.addIssue({ code: 'custom', path: [field, second], message });
    };
    once('plateTypes', plateTypes);
    once('extensions', extensions);
    once(
      'formats',
      formats.map(({ format, container }) => `${format} as ${container}`),
    );
    once(
      'channelAliases',
      channelAliases.map(({ dye }) => plainDye(dye)),
    );
  });
export type AnalyserProfile = z.infer<typeof analyserProfileSchema>;

/** `documented` if none of an analyser's formats was read in a real file of it. */
export const confidenceOfProfile = ({ formats }: Pick<AnalyserProfile, 'formats'>): Confidence =>
  formats.some(({ confidence }) => confidence === 'seen') ? 'seen' : 'documented';

/** The channels that an analyser has: those of its dyes, in order. */
export const channelsOfProfile = ({
  channelAliases,
}: Pick<AnalyserProfile, 'channelAliases'>): ChannelName[] =>
  inChannelOrder(channelAliases.map(({ channel }) => channel));
