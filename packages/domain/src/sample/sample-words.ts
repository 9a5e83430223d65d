import { diagnosticLetters, type DiagnosticColor } from '../diagnostics/diagnostic-color.ts';
import { degreesText } from '../text/figure-text.ts';
import { replicatesText } from '../plate/replicates.ts';
import { butPositiveText } from './positive-wells.ts';
import type { ReplicateRule } from '../settings/replicate-settings.ts';
import type { SampleFault, SampleResult } from './sample-result.ts';
import type { SampleTm } from './sample-tms.ts';
import { upperFirst } from '../text/text.ts';
import { NO_CALL_LABEL } from '../call/well-diagnostic.ts';

export const REPLICATE_RULE_LABEL: Readonly<Record<ReplicateRule, string>> = {
  'all-agree': 'all wells agree',
  majority: 'majority of the wells',
  'any-positive': 'any positive well',
};

/** The maximum number of wells that a sentence names. */
const MOST_NAMED = 12;
const placesText = (positions: readonly string[]): string =>
  replicatesText({ positions: positions.slice(0, MOST_NAMED), count: positions.length });

/** The results of the wells: “X Heterozygous in A1 and A2; No call in A3” */
export function wellResultsText({ wells }: Pick<SampleResult, 'wells'>): string {
  const results = Map.groupBy(wells, ({ found }) => resultText(found));
  return [...results]
    .map(([result, of]) => `${result} in ${placesText(of.map(({ position }) => position))}`)
    .join('; ');
}

const resultText = (color: DiagnosticColor | null): string =>
  color === null ? NO_CALL_LABEL : `${diagnosticLetters(color)} ${color.diagnosticLabel}`;

/** “A 60.02 ± 0.03 °C (n 3)”; “A 60.02 °C (n 1)” */
export const sampleTmText = ({ zone, mean, sd, count }: SampleTm): string =>
  `${zone ?? 'no zone'} ${sd === null ? degreesText(mean) : `${mean.toFixed(2)} ± ${degreesText(sd)}`} (n ${count})`;

/** “A 60.02 ± 0.03 °C (n 3), B 66.10 ± 0.02 °C (n 3)”; empty: no well has a counted peak. */
export function tmsText({ tms }: Pick<SampleResult, 'tms'>): string {
  const phases = new Set(tms.map(({ phase }) => phase)).size;
  return tms.map((tm) => (phases > 1 ? `${tm.phase} ${sampleTmText(tm)}` : sampleTmText(tm))).join(', ');
}

/** Why there is no result, in words that follow a colon; empty: there is one, or none is expected. */
export function sampleFaultText(sample: SampleResult): string {
  const { fault, faultOf, settings } = sample;
  if (fault === null) return '';
  return FAULT_TEXT[fault]({
    places: placesText(faultOf),
    results: wellResultsText(sample),
    settings,
    sample,
  });
}

interface Fault {
  readonly places: string;
  readonly results: string;
  readonly settings: SampleResult['settings'];
  readonly sample: SampleResult;
}
const FAULT_TEXT: Readonly<Record<SampleFault, (fault: Fault) => string>> = {
  'failed-control': ({ places }) => `a control for ${places} failed`,
  'not-analysed': ({ places }) => `${places} not analysed`,
  'no-call': ({ places }) => `no call in ${places}`,
  'no-statement': ({ places }) => `the result in ${places} is no statement about the sample`,
  'results-differ': ({ results, settings: { rule } }) =>
    `replicates differ (${results}; rule: ${REPLICATE_RULE_LABEL[rule]})`,
  'tm-apart': ({ places, settings: { tmSpread }, sample }) =>
    `the Tm of ${places} are more than ${tmSpread} °C apart (${tmsText(sample)})`,
};

const NO_SAMPLE_RESULT = 'No result';
/**
 * “Heterozygous”, “No result”, “No result, but X Heterozygous in 1 of 2 wells (A1)”, “Negative, but X Heterozygous in 1
 * of 3 wells (A3)”
 */
export function sampleResultLabel(sample: Pick<SampleResult, 'result' | 'wells'>): string {
  const label = sample.result?.diagnosticLabel ?? NO_SAMPLE_RESULT;
  const but = sampleButText(sample);
  return but === '' ? label : `${label}, ${but}`;
}

/** “but X Heterozygous in 1 of 3 wells (A3)”, also beside a result; empty: each positive well has the result */
export const sampleButText = ({ result, wells }: Pick<SampleResult, 'result' | 'wells'>): string =>
  butPositiveText({ wells, found: result });

/** Whether wells with one name are patient material, which has one result or a reason why it has none. */
export const hasSampleResult = ({ result, fault }: Pick<SampleResult, 'result' | 'fault'>): boolean =>
  result !== null || fault !== null;

/** “sample S-1 has no result: replicates differ (X Heterozygous in A1; N Negative in A2; rule: all wells agree)” */
function sampleReason(sample: SampleResult): string {
  const but = sampleButText(sample);
  return `sample ${sample.name} has no result${but === '' ? '' : `, ${but}`}: ${sampleFaultText(sample)}`;
}

/**
 * The reason why a well must be reviewed although it may have a call: its sample has no result. Null: it has one, or the
 * well is overridden and another analysed one is not.
 */
export function openReason(
  sample: SampleResult | undefined,
  { wellId }: Pick<SampleResult['wells'][number], 'wellId'>,
): string | null {
  if (sample === undefined || sample.fault === null) return null;
  const { wells, fault, faultOf } = sample;
  // Lists of results omit wells that were not analysed.
  const listed = wells.filter(
    ({ position, isByHand }) => !isByHand && !(fault === 'not-analysed' && faultOf.includes(position)),
  );
  const isOpen = listed.length === 0 || listed.some((well) => well.wellId === wellId);
  return isOpen ? sampleReason(sample) : null;
}

/** One or two sentences about the wells of a name and their result. */
export function sampleText(sample: SampleResult): string {
  const { name, result, settings, wells } = sample;
  const tms = tmsText(sample);
  const figures = tms === '' ? '' : ` Mean Tm ± SD: ${tms}.`;
  if (result === null && sample.fault === null)
    return `${wells.length} wells with the name ${name}: ${wellResultsText(sample)}.${figures}`;
  if (result === null) return `${upperFirst(sampleReason(sample))}.`;
  const part = (wanted: string) => wells.filter(({ part: of }) => of === wanted);
  const others = [...part('other'), ...part('ignored')];
  const rest = others.length === 0 ? '' : ` Not counted: ${wellResultsText({ wells: others })}.`;
  const from = placesText(part('behind').map(({ position }) => position));
  return `Sample ${name}: ${resultText(result)}, from ${from} (${REPLICATE_RULE_LABEL[settings.rule]}).${rest}${figures}`;
}

/** Why replicates with a result are apart: a sentence; null: they agree. */
export function apartText(sample: SampleResult): string | null {
  if (!sample.isApart) return null;
  const tms = tmsText(sample);
  const isOfResults = new Set(sample.wells.map(({ found }) => found?.diagnostic.name)).size > 1;
  const what = isOfResults ? wellResultsText(sample) : `Tm ${tms}`;
  return `Replicates apart: ${what}.`;
}
