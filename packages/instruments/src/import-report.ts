import { channelNameSchema, phaseTypeSchema } from '@curvewell/contracts';
import { z } from 'zod';

/** What the numbers of a curve are: the signal itself, or −dF/dT as the vendor computed it. */
const quantitySchema = z.enum(['fluorescence', 'derivative']);
export type Quantity = z.infer<typeof quantitySchema>;

/** Whose layout a file has. */
export const formatSchema = z.enum([
  'cfx',
  'rdml',
  'quantstudio-design-analysis',
  'quantstudio-real-time',
  'stepone',
  'lightcycler480',
  'rotorgene',
  'rdes',
]);
export type Format = z.infer<typeof formatSchema>;

/** How the layout is written down. */
export const containerSchema = z.enum(['xlsx', 'xls', 'spreadsheetml', 'xml', 'zip', 'csv', 'text']);
export type Container = z.infer<typeof containerSchema>;

/** `seen`: read in a real file of that instrument; `documented`: known from documentation only. */
export const confidenceSchema = z.enum(['seen', 'documented']);
export type Confidence = z.infer<typeof confidenceSchema>;

const foundPartSchema = z.strictObject({
  /** The sheet, element or section. */
  name: z.string(),
  /** What it holds, in words: `melt fluorescence`, `run information`. */
  content: z.string(),
  dye: z.string().nullable(),
  wellCount: z.int(),
  /** Readings of the longest curve. */
  pointCount: z.int(),
});
export type FoundPart = z.infer<typeof foundPartSchema>;

const foundFileSchema = z.strictObject({
  name: z.string(),
  format: formatSchema,
  container: containerSchema,
  confidence: confidenceSchema,
  parts: z.array(foundPartSchema),
});
export type FoundFile = z.infer<typeof foundFileSchema>;

const foundCurvesSchema = z.strictObject({
  channel: channelNameSchema,
  dye: z.string(),
  phase: phaseTypeSchema,
  quantity: quantitySchema,
  wellCount: z.int(),
  /** Fewest and most readings of a curve. */
  pointCount: z.tuple([z.int(), z.int()]),
  /** Lowest and highest temperature, °C. */
  temperature: z.tuple([z.number(), z.number()]),
});
export type FoundCurves = z.infer<typeof foundCurvesSchema>;

const ignoredSchema = z.strictObject({ file: z.string(), part: z.string(), reason: z.string() });
export type Ignored = z.infer<typeof ignoredSchema>;

/** What was found in the files of a run, what was left out and why. */
export const importReportSchema = z.strictObject({
  files: z.array(foundFileSchema),
  curves: z.array(foundCurvesSchema),
  ignored: z.array(ignoredSchema),
  /** What a person should know before trusting the run. */
  notes: z.array(z.string()),
});
export type ImportReport = z.infer<typeof importReportSchema>;
