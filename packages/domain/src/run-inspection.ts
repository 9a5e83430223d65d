import { z } from 'zod';

import { runFileContainerSchema, runFileFormatSchema } from './analyser-profile.ts';
import { channelNameSchema } from './assay.ts';
import { importReportSchema } from './import-report.ts';
import { idSchema } from './fields.ts';
import { plateTypeSchema } from './plate.ts';

/** Curves of one dye, thinned to be looked at. */
const inspectedCurvesSchema = z.object({
  dye: z.string(),
  quantity: z.enum(['fluorescence', 'derivative']),
  wellCount: z.int(),
  /** Fewest and most readings of a curve. */
  pointCount: z.tuple([z.int(), z.int()]),
  /** Lowest and highest, °C. */
  temperature: z.tuple([z.number(), z.number()]),
  /** A line a curve: x, y, x, y … in thousandths of the range of temperatures and of values. */
  lines: z.array(z.array(z.int())),
});
export type InspectedCurves = z.infer<typeof inspectedCurvesSchema>;

const inspectedDyeSchema = z.object({
  dye: z.string(),
  /** Null: left out. */
  channel: channelNameSchema.nullable(),
  /** `kept`: as the laboratory keeps it for this analyser. */
  source: z.enum(['profile', 'kept', 'unknown']),
  /** By which it is forgotten, and who keeps it. */
  kept: z.object({ id: idSchema, byName: z.string() }).nullable(),
});
export type InspectedDye = z.infer<typeof inspectedDyeSchema>;

/** How an analyser's profile reads a run. */
const inspectedAnalyserSchema = z.object({
  analyserId: idSchema,
  /** `asks`: no dye has a channel until a person says which. */
  outcome: z.enum(['reads', 'asks', 'refuses']),
  dyes: z.array(inspectedDyeSchema),
  /** Why it refuses. */
  problem: z.string().nullable(),
  /** What a person should know before trusting the run. */
  notes: z.array(z.string()),
  /** What the run would hold, when it reads it. */
  curves: importReportSchema.shape.curves,
  /** Files that the run needs; the others are not kept. */
  files: z.array(z.string()),
});
export type InspectedAnalyser = z.infer<typeof inspectedAnalyserSchema>;

const inspectedRunSchema = z.object({
  /** By which an import asks for this run. */
  name: z.string(),
  format: runFileFormatSchema,
  container: runFileContainerSchema,
  /** Names of the files that belong to it. */
  files: z.array(z.string()),
  /** As the file gives it: ISO 8601, perhaps without an offset. */
  runDate: z.string().nullable(),
  plateType: plateTypeSchema.nullable(),
  instrument: z.string().nullable(),
  wellCount: z.int(),
  curves: z.array(inspectedCurvesSchema),
  /** The most fitting first. */
  analysers: z.array(inspectedAnalyserSchema),
});
export type InspectedRun = z.infer<typeof inspectedRunSchema>;

/** What is in the files of an upload, of which nothing is kept. */
export const runInspectionSchema = z.object({
  runs: z.array(inspectedRunSchema),
  /** Files that are not read, each with the reader's sentence. */
  problems: z.array(z.object({ file: z.string(), code: z.string(), message: z.string() })),
});
export type RunInspection = z.infer<typeof runInspectionSchema>;
