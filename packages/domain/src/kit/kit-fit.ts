import { z } from 'zod';

import { channelNameSchema, phaseTypeSchema } from './assay.ts';
import { kitVersionReferenceSchema } from './kit.ts';
import { idSchema, instantSchema, namedSchema } from '../text/fields.ts';
import { zonedText } from '../text/time-zone.ts';

/** A mismatch between a kit and the files of a run. */
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
  /** `impossible`: no well could get a result. `doubtful`: some could, and a user must confirm. */
  severity: z.enum(['impossible', 'doubtful']),
  text: z.string(),
  channel: channelNameSchema.optional(),
  phase: phaseTypeSchema.optional(),
  /** Letters of the zones that were not read. */
  zones: z.array(z.string()).optional(),
});
export type FitFinding = z.infer<typeof fitFindingSchema>;

export const kitFitFindingSchema = fitFindingSchema.extend({
  /** Identifies what is confirmed: the kit version and the sentence with its figures. */
  key: z.string(),
  kitVersionId: idSchema,
  /** `LCT-13910 v2` */
  kit: z.string(),
});
export type KitFitFinding = z.infer<typeof kitFitFindingSchema>;

export const MAX_FIT_KEY = 1000;

/** The user's confirmation of a partial mismatch between kit and file. */
export const fitAnswerSchema = z.object({
  findings: z.array(kitFitFindingSchema),
  byName: z.string(),
  at: instantSchema,
});
export type FitAnswer = z.infer<typeof fitAnswerSchema>;

const rangeSchema = z.tuple([z.number(), z.number()]);
export type TemperatureRange = z.infer<typeof rangeSchema>;

/** How a kit version fits the files of a run, and which kits fit them completely. */
export const kitFitSchema = z.object({
  findings: z.array(kitFitFindingSchema),
  /** The kit's zones on the analyser, with their channels and phases. */
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
  /** The range of its zones, °C; null: none. */
  range: rangeSchema.nullable(),
  /** Valid kit versions that fit completely; searched only when there are findings. */
  offers: z.array(
    z.object({
      kitVersion: kitVersionReferenceSchema,
      /** Null: any buffer of the kit. */
      reactionBuffer: namedSchema.nullable(),
      range: rangeSchema,
    }),
  ),
});
export type KitFit = z.infer<typeof kitFitSchema>;
export type ReadZone = KitFit['zones'][number];

/** Doubtful findings that no confirmation covers. */
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
 * The confirmed findings on kit and file, for check, report and files: “Kit and file fit only in part.
 * LCT-13910 v2: Zone D (60.5 to 63.0 °C) was not read. …”. Null: none.
 */
export function fitText({ fit, laboratoryTimeZone }: FittedRun): string | null {
  if (fit === null || fit.findings.length === 0) return null;
  const sentences = [...Map.groupBy(fit.findings, ({ kit }) => kit)]
    .map(([kit, of]) => `${kit}: ${of.map(({ text }) => text).join(' ')}`)
    .join(' ');
  const at = zonedText(new Date(fit.at), laboratoryTimeZone);
  return `Kit and file fit only in part. ${sentences} Confirmed by ${fit.byName}, ${at}.`;
}
