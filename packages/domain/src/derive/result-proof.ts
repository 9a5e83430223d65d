import { z } from 'zod';

import type { CallExplanation } from '../call/well-call.ts';
import type { DiagnosticColor } from '../diagnostics/diagnostic-color.ts';
import type { DecisionRecord } from '../record/decision-record.ts';
import { sha256Schema } from '../record/hashes.ts';
import { hashOf } from '../record/proof.ts';

type RecordWell = DecisionRecord['wells'][number];
type RecordDiagnostic = RecordWell['diagnostics'][number];

/** A result as stored by an interpretation, with the content of the well. */
export interface StoredResult {
  readonly id: string;
  readonly position: string;
  readonly channel: string;
  readonly name: string | null;
  readonly orderId: string | null;
  readonly sampleType: string | null;
  readonly kitVersionId: string | null;
  readonly lotId: string | null;
  readonly reactionBufferId: string | null;
  /** The expected diagnostic of a standard. */
  readonly expected: string | null;
  readonly explanation: CallExplanation;
  readonly diagnosticColor: DiagnosticColor | null;
  readonly result: string | null;
  readonly score: number | null;
}

/** The hashes in the audit entry of an interpretation. */
export const resultsProofSchema = z.object({
  format: z.literal('curvewell-results/1'),
  sha256: sha256Schema,
  /** Hashes of the overrides carried over from the previous interpretation. */
  takenOver: z.array(sha256Schema),
});
export type ResultsProof = z.infer<typeof resultsProofSchema>;

/** The hash in the audit entry of an override. */
export const overrideProofSchema = z.object({
  format: z.literal('curvewell-override/1'),
  sha256: sha256Schema,
});
export type OverrideProof = z.infer<typeof overrideProofSchema>;

/** “A1 FAM” */
export const wellName = ({ position, channel }: Pick<StoredResult, 'position' | 'channel'>): string =>
  `${position} ${channel}`;

/** By well name. */
export const resultHashes = (results: readonly StoredResult[]): Record<string, string> =>
  Object.fromEntries(results.map((result) => [wellName(result), hashOf(result)]));

interface Stored {
  readonly interpretation: DecisionRecord['interpretation'];
  readonly hashes: Readonly<Record<string, string>>;
  readonly takenOver: readonly string[];
}

export const resultsProof = ({ interpretation, hashes, takenOver }: Stored): ResultsProof => ({
  format: 'curvewell-results/1',
  sha256: hashOf({ format: 'curvewell-results/1', interpretation, wells: hashes }),
  takenOver: [...takenOver],
});

/** The result of a well in a record; null: the well is not interpreted. */
export function storedResult(well: RecordWell): StoredResult | null {
  const { id, position, channel, name, orderId, sampleType, expected, result, score } = well;
  const { explanation, kitVersion, lot, reactionBuffer, diagnostics } = well;
  if (explanation === null) return null;
  return {
    id,
    position,
    channel,
    name,
    orderId,
    sampleType,
    expected,
    kitVersionId: kitVersion?.id ?? null,
    lotId: lot?.id ?? null,
    reactionBufferId: reactionBuffer?.id ?? null,
    explanation,
    result,
    score,
    diagnosticColor: diagnostics.find(({ state }) => state === 'INITIAL')?.diagnosticColor ?? null,
  };
}

interface Override extends Pick<RecordWell, 'position' | 'channel'> {
  readonly wellId: string;
  readonly diagnostic: RecordDiagnostic;
}

/** The hashed content of an override: well, diagnostic, reason, user and time. */
export const overrideProof = (override: Override): OverrideProof => ({
  format: 'curvewell-override/1',
  sha256: hashOf({ format: 'curvewell-override/1', ...override }),
});
