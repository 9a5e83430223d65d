import { configurationSnapshotSchema, type UsedConfiguration } from '../settings/used-configuration.ts';
import { replicateResults, type ReplicateWell } from '../sample/replicate-results.ts';
import type { SampleResult } from '../sample/sample-result.ts';
import { effectiveChanges } from '../call/well-diagnostic.ts';
import type { DecisionRecord } from './decision-record.ts';
import { differencesOf } from './record-differences.ts';
import type { RecordDifference } from './signature.ts';

type RecordWell = DecisionRecord['wells'][number];

/** The results of the samples, derived from what a decision signs: wells, overrides, controls and settings. */
export function recordSamples(record: SampledRecord): SampleResult[] {
  const settings = settingsOf(record, ({ replicates }) => replicates);
  if (settings.size === 0) return [];
  return replicateResults(recordWells(record), (kitVersionId) => settings.get(kitVersionId));
}

export type SampledRecord = Pick<DecisionRecord, 'wells' | 'controls' | 'interpretation'>;

/** A setting of the kit versions of a record that have it, by id of the kit version. */
export function settingsOf<Setting>(
  { interpretation }: SampledRecord,
  settingOf: (assay: UsedConfiguration) => Setting | undefined,
): ReadonlyMap<string, Setting> {
  const { assays } = configurationSnapshotSchema.parse(interpretation.configuration);
  return new Map(
    assays.flatMap((assay) => {
      const setting = settingOf(assay);
      return setting === undefined ? [] : [[assay.kitVersionId, setting] as const];
    }),
  );
}

/** The wells of a record as the results of samples are derived from them. */
export function recordWells({ wells, controls }: SampledRecord): ReplicateWell[] {
  const broken = new Set(
    (controls ?? []).flatMap((control) => (control.brokenRule === null ? [] : [placeOf(control)])),
  );
  return wells.flatMap((well) => replicateWell(well, broken.has(placeOf(well))));
}

/** The signed results of samples that do not follow from the rest of the record. */
export function sampleFaults(record: DecisionRecord): RecordDifference[] {
  const signed = record.decisions.at(-1)?.check?.doubts.samples;
  const derived = recordSamples(record);
  // Rejected without a check of its own.
  if (signed === undefined && record.decisions.at(-1)?.check === null) return [];
  const keyed = (samples: readonly SampleResult[]) =>
    new Map(
      samples.map((sample) => [
        `Sample ${sample.name} ${sample.channel} ${sample.wells[0]?.position ?? ''}`,
        sample,
      ]),
    );
  const [before, now] = [keyed(signed ?? []), keyed(derived)];
  return differencesOf(
    [...new Set([...before.keys(), ...now.keys()])].map((what) => ({
      what,
      signed: now.get(what),
      found: before.get(what),
    })),
  );
}

const placeOf = ({ position, channel }: Pick<RecordWell, 'position' | 'channel'>): string =>
  `${position} ${channel}`;

function replicateWell(well: RecordWell, isOutOfRange: boolean): ReplicateWell[] {
  const { kitVersion, sampleType, lot, reactionBuffer, explanation, diagnostics } = well;
  if (kitVersion === null || sampleType === null) return [];
  const override = effectiveChanges(diagnostics.filter(({ state }) => state === 'UPDATED')).at(-1);
  const suggested = diagnostics.find(({ state }) => state === 'INITIAL');
  return [
    {
      wellId: well.id,
      position: well.position,
      channel: well.channel,
      name: well.name,
      orderId: well.orderId,
      sampleType,
      kit: kitVersion.kit,
      kitVersionId: kitVersion.id,
      lotId: lot?.id ?? null,
      reactionBufferId: reactionBuffer?.id ?? null,
      expected: well.expected,
      found: (override ?? suggested)?.diagnosticColor ?? null,
      isOverridden: override !== undefined,
      isOutOfRange,
      explanation,
    },
  ];
}
