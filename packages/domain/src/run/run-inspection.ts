import { z } from 'zod';

import { confidenceSchema, runFileContainerSchema, runFileFormatSchema } from '../kit/analyser-profile.ts';
import { channelNameSchema } from '../kit/assay.ts';
import { importReportSchema } from './import-report.ts';
import { idSchema } from '../text/fields.ts';
import { plateTypeSchema } from '../plate/plate.ts';

/** Curves of one dye, reduced for a preview. */
const inspectedCurvesSchema = z.object({
  dye: z.string(),
  quantity: z.enum(['fluorescence', 'derivative']),
  wellCount: z.int(),
  /** Minimum and maximum number of readings of a curve. */
  pointCount: z.tuple([z.int(), z.int()]),
  /** Minimum and maximum, °C. */
  temperature: z.tuple([z.number(), z.number()]),
  /** One line for each curve: x, y, x, y … in thousandths of the ranges of temperatures and values. */
  lines: z.array(z.array(z.int())),
});
export type InspectedCurves = z.infer<typeof inspectedCurvesSchema>;

const inspectedDyeSchema = z.object({
  dye: z.string(),
  /** Null: skipped. */
  channel: channelNameSchema.nullable(),
  /** `kept`: the laboratory's stored answer for this analyser. */
  source: z.enum(['profile', 'kept', 'unknown']),
  /** The id to delete the stored answer, and its user. */
  kept: z.object({ id: idSchema, byName: z.string() }).nullable(),
});
export type InspectedDye = z.infer<typeof inspectedDyeSchema>;

/** How an analyser's profile reads a run. */
const inspectedAnalyserSchema = z.object({
  analyserId: idSchema,
  /** `asks`: no dye has a channel until the user answers. */
  outcome: z.enum(['reads', 'asks', 'refuses']),
  /** How files of this type are known for the analyser; omitted: it refuses them. */
  confidence: confidenceSchema.optional(),
  dyes: z.array(inspectedDyeSchema),
  /** The reason for `refuses`. */
  problem: z.string().nullable(),
  /** Doubts that users should know. */
  notes: z.array(z.string()),
  /** The content of the run, when it can be read. */
  curves: importReportSchema.shape.curves,
  /** Omitted: the files hold no amplification. */
  amplification: importReportSchema.shape.amplification,
  /** Files that the run needs; others are not stored. */
  files: z.array(z.string()),
});
export type InspectedAnalyser = z.infer<typeof inspectedAnalyserSchema>;

const inspectedRunSchema = z.object({
  /** The name that selects this run for the import. */
  name: z.string(),
  format: runFileFormatSchema,
  container: runFileContainerSchema,
  /** The names of its files. */
  files: z.array(z.string()),
  /** As in the file: ISO 8601, possibly without offset. */
  runDate: z.string().nullable(),
  plateType: plateTypeSchema.nullable(),
  instrument: z.string().nullable(),
  wellCount: z.int(),
  curves: z.array(inspectedCurvesSchema),
  /** The best fit first. */
  analysers: z.array(inspectedAnalyserSchema),
});
export type InspectedRun = z.infer<typeof inspectedRunSchema>;

/** The content of uploaded files; nothing is stored. */
export const runInspectionSchema = z.object({
  runs: z.array(inspectedRunSchema),
  /** Files that were not read, with the reader's message. */
  problems: z.array(z.object({ file: z.string(), code: z.string(), message: z.string() })),
});
export type RunInspection = z.infer<typeof runInspectionSchema>;
