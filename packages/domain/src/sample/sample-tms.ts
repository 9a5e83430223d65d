import { z } from 'zod';

import { phaseTypeSchema, zoneNameSchema } from '../kit/assay.ts';
import type { CallExplanation, Peak } from '../call/well-call.ts';

export const sampleTmSchema = z.strictObject({
  phase: phaseTypeSchema,
  /** Null: the peak in no zone that made the calls. */
  zone: zoneNameSchema.nullable(),
  /** °C */
  mean: z.number(),
  /** Standard deviation, °C; null: of one well. */
  sd: z.number().min(0).nullable(),
  /** The number of wells with a counted peak there. */
  count: z.int().min(1),
  /** The distance of the highest from the lowest, °C. */
  spread: z.number().min(0),
});
export type SampleTm = z.infer<typeof sampleTmSchema>;

export type PeakExplanation = Pick<CallExplanation, 'phases' | 'outsideDiagnostic'>;

/**
 * Mean, standard deviation and spread for each zone with a counted peak. A zone counts once in a well, with its
 * highest peak.
 *
 * @param explanations - of the wells, in the order of the plate: a sum depends on it
 */
export function sampleTms(explanations: readonly PeakExplanation[]): SampleTm[] {
  const found = explanations.flatMap(highestPeaks);
  const places = Map.groupBy(found, ({ phase, zone }) => `${phase} ${zone ?? '~'}`);
  return [...places]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, peaks]) => {
      const [first] = peaks;
      return first === undefined ? [] : [{ phase: first.phase, zone: first.zone, ...figuresOf(peaks) }];
    });
}

interface Placed {
  readonly phase: SampleTm['phase'];
  readonly zone: SampleTm['zone'];
  readonly tm: number;
}

function highestPeaks({ phases, outsideDiagnostic }: PeakExplanation): Placed[] {
  return phases.flatMap(({ type, peaks }) => {
    const counted = peaks.filter(
      ({ accepted, zone }) => accepted && (zone !== null || outsideDiagnostic !== undefined),
    );
    return [...Map.groupBy(counted, ({ zone }) => zone)].flatMap(([zone, ofZone]) => {
      const highest = ofZone.reduce<Peak | undefined>(
        (most, peak) => (most === undefined || peak.height > most.height ? peak : most),
        undefined,
      );
      return highest === undefined ? [] : [{ phase: type, zone, tm: highest.tm }];
    });
  });
}

function figuresOf(peaks: readonly Placed[]): Pick<SampleTm, 'mean' | 'sd' | 'count' | 'spread'> {
  const tms = peaks.map(({ tm }) => tm);
  const count = tms.length;
  const mean = tms.reduce((sum, tm) => sum + tm, 0) / count;
  const squares = tms.reduce((sum, tm) => sum + (tm - mean) ** 2, 0);
  return {
    mean,
    sd: count < 2 ? null : Math.sqrt(squares / (count - 1)),
    count,
    spread: Math.max(...tms) - Math.min(...tms),
  };
}
