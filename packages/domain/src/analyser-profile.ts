import { z } from 'zod';

import { channelNameSchema, phaseTypeSchema } from './assay.ts';
import { dyeCompensationSchema } from './dye-compensation.ts';
import { nameSchema } from './fields.ts';
import { plateTypeSchema } from './plate.ts';
import { MAX_INTEGER } from './text.ts';
import { timeZoneSchema } from './time-zone.ts';

/** Whose layout a run file has. */
export const runFileFormatSchema = z.enum([
  'cfx',
  'rdml',
  'quantstudio-design-analysis',
  'quantstudio-real-time',
  'stepone',
  'lightcycler480',
  'rotorgene',
  'rdes',
]);
export type RunFileFormat = z.infer<typeof runFileFormatSchema>;

/** What people call a layout. */
export const RUN_FILE_FORMAT_LABEL: Readonly<Record<RunFileFormat, string>> = {
  cfx: 'Bio-Rad CFX',
  rdml: 'RDML',
  'quantstudio-design-analysis': 'QuantStudio Design & Analysis',
  'quantstudio-real-time': 'QuantStudio Real-Time PCR Software',
  stepone: 'StepOne / 7500',
  lightcycler480: 'LightCycler 480',
  rotorgene: 'Rotor-Gene',
  rdes: 'RDES',
};

/** How the layout is written down. */
export const runFileContainerSchema = z.enum(['xlsx', 'xls', 'spreadsheetml', 'xml', 'zip', 'csv', 'text']);
export type RunFileContainer = z.infer<typeof runFileContainerSchema>;

/** `seen`: read in a real file of that instrument; `documented`: known from documentation only. */
export const confidenceSchema = z.enum(['seen', 'documented']);
export type Confidence = z.infer<typeof confidenceSchema>;

/** The most files of one run that are kept, of any analyser. */
export const MAX_RUN_FILES = 8;
/** The most files that are looked at for a run: an instrument may export twenty, of which six are needed. */
export const MAX_UPLOAD_FILES = 40;
const MAX_ENTRIES = 200;

/** A dye without case, blanks and signs, which are written as people please: `TexasRed`, `SYBRGreen I`, `483 - 533`. */
export function plainDye(dye: string): string {
  return dye.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/**
 * What is to be known of an analyser to read its files: data, so that an analyser
 * can be added without a release.
 */
export const analyserProfileSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9-]{1,50}$/, 'Lower-case letters, digits and hyphens, 50 at most.'),
    name: nameSchema,
    /** Raised whenever the profile changes. */
    version: z.int().min(1).max(MAX_INTEGER),
    maxNumberOfFilesByRun: z.int().min(1).max(MAX_RUN_FILES),
    /** Of the instrument's clock; left out: that of the laboratory. */
    timeZone: timeZoneSchema.optional(),
    plateTypes: z.array(plateTypeSchema).min(1).max(plateTypeSchema.options.length),
    /** Offered by the import page beside the usual ones; a file is evaluated by its content, not by this. */
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
    /** Case, blanks and signs do not matter in `dye`: a dye's name or a filter pair. */
    channelAliases: z
      .array(
        z.strictObject({
          dye: nameSchema,
          channel: channelNameSchema,
          /** Stands for the channel only in a run that has no other dye for it. */
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
        /** °C that the temperature must cover in one direction to be a phase. */
        leastSpan: z.number().min(1).max(50),
      })
      .refine(({ rising, falling }) => rising !== falling, 'Rising and falling must be different phases.'),
    /** Light of dyes that is taken out of other channels before runs are analysed; left out: none. */
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
