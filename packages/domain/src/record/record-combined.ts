import type { CombinedResult } from '../sample/combined-result.ts';
import { combinedResults } from '../sample/combined-results.ts';
import type { DecisionRecord } from './decision-record.ts';
import { differencesOf } from './record-differences.ts';
import { recordSamples, recordWells, settingsOf, type SampledRecord } from './record-samples.ts';
import type { RecordDifference } from './signature.ts';

/** The combined results of the samples, derived from what a decision signs. */
export function recordCombined(record: SampledRecord): CombinedResult[] {
  const rules = settingsOf(record, ({ channelRules }) => channelRules);
  if (rules.size === 0) return [];
  return combinedResults(recordWells(record), recordSamples(record), (kitVersionId) =>
    rules.get(kitVersionId),
  );
}

/** The signed combined results that do not follow from the rest of the record. */
export function combinedFaults(record: DecisionRecord): RecordDifference[] {
  const decision = record.decisions.at(-1);
  // Rejected without a check of its own.
  if (decision?.check === null) return [];
  const keyed = (results: readonly CombinedResult[]) =>
    new Map(results.map((result) => [nameOf(result), result]));
  const signed = keyed(decision?.check?.doubts.combined ?? []);
  const derived = keyed(recordCombined(record));
  return differencesOf(
    [...new Set([...signed.keys(), ...derived.keys()])].map((what) => ({
      what,
      signed: derived.get(what),
      found: signed.get(what),
    })),
  );
}

const nameOf = ({ name, channels, kitVersionId }: CombinedResult): string =>
  `Combined result of ${name ?? 'a sample without a name'} in ${
    channels.find(({ wells }) => wells.length > 0)?.wells[0]?.position ?? ''
  } with kit version ${kitVersionId}`;
