import { z } from 'zod';

import { channelNameSchema, phaseTypeSchema } from './assay.ts';
import { kitVersionReferenceSchema } from './kit.ts';
import { idSchema, instantSchema, namedSchema } from './fields.ts';
import { zonedText } from './time-zone.ts';

/** Where a kit and the files of a run do not fit. */
const fitFindingSchema = z.object({
  code: z.enum([
    'not-configured',
    'no-channel',
    'no-zone-read',
    'channel-missing',
    'phase-missing',
    'zones-not-read',
    'plate-type',
  ]),
  /** `impossible`: no well could get a result. `doubtful`: some could; a person confirms it. */
  severity: z.enum(['impossible', 'doubtful']),
  text: z.string(),
  channel: channelNameSchema.optional(),
  phase: phaseTypeSchema.optional(),
  /** Letters of the zones that were not read. */
  zones: z.array(z.string()).optional(),
});
export type FitFinding = z.infer<typeof fitFindingSchema>;

/** A finding on one kit of a run. */
export const kitFitFindingSchema = fitFindingSchema.extend({
  /** What is confirmed: the kit version and the sentence, with its figures. Another mismatch has another key. */
  key: z.string(),
  kitVersionId: idSchema,
  /** `LCT-13910 v2` */
  kit: z.string(),
});
export type KitFitFinding = z.infer<typeof kitFitFindingSchema>;

export const MAX_FIT_KEY = 1000;

/** What a person has confirmed although kit and file do not fit in part. */
export const fitAnswerSchema = z.object({
  findings: z.array(kitFitFindingSchema),
  byName: z.string(),
  at: instantSchema,
});
export type FitAnswer = z.infer<typeof fitAnswerSchema>;

const rangeSchema = z.tuple([z.number(), z.number()]);
export type TemperatureRange = z.infer<typeof rangeSchema>;

/** How a kit version fits the files of a run, and which kits fit them fully. */
export const kitFitSchema = z.object({
  findings: z.array(kitFitFindingSchema),
  /** The zones that the kit reads on the analyser, with the channels and phases that have them. */
  zones: z.array(
    z.object({
      name: z.string(),
      minTemp: z.number(),
      maxTemp: z.number(),
      channel: channelNameSchema,
      phase: phaseTypeSchema,
      isRead: z.boolean(),
    }),
  ),
  /** Lowest and highest edge of its zones, °C; null: it has none. */
  range: rangeSchema.nullable(),
  /** Kit versions that are valid today and fit fully. None are searched for while there is no finding. */
  offers: z.array(
    z.object({
      kitVersion: kitVersionReferenceSchema,
      /** null: with any buffer of the kit. */
      reactionBuffer: namedSchema.nullable(),
      range: rangeSchema,
    }),
  ),
});
export type KitFit = z.infer<typeof kitFitSchema>;
export type ReadZone = KitFit['zones'][number];

/** Doubtful findings that no answer covers. */
export function unconfirmedFindings(
  findings: readonly KitFitFinding[],
  confirmed: Iterable<string>,
): readonly KitFitFinding[] {
  const keys = new Set(confirmed);
  return findings.filter(({ severity, key }) => severity === 'doubtful' && !keys.has(key));
}

interface FittedRun {
  readonly fit: FitAnswer | null;
  readonly laboratoryTimeZone: string;
}

/**
 * What was confirmed of kit and file, for the check, the report and the files: “Kit and file fit only in part. LCT-13910
 * v2: Zone D (60.5 to 63.0 °C) was not read. …”. null: nothing had to be.
 */
export function fitText({ fit, laboratoryTimeZone }: FittedRun): string | null {
  if (fit === null || fit.findings.length === 0) return null;
  const sentences = [...Map.groupBy(fit.findings, ({ kit }) => kit)]
    .map(([kit, of]) => `${kit}: ${of.map(({ text }) => text).join(' ')}`)
    .join(' ');
  const at = zonedText(new Date(fit.at), laboratoryTimeZone);
  return `Kit and file fit only in part. ${sentences} Confirmed by ${fit.byName}, ${at}.`;
}
