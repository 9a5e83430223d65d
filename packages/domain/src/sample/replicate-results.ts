import { controlGroup, coversWell, isSample } from '../plate/controlled-wells.ts';
import { meaningOf, type DiagnosticColor } from '../diagnostics/diagnostic-color.ts';
import { FLAG_CONSEQUENCES, reportedFlags } from '../call/flag-consequences.ts';
import { comparePositions, type SampleType } from '../plate/plate.ts';
import type { ReplicateRule, UsedReplicates } from '../settings/replicate-settings.ts';
import type { SampleFault, SampleResult, SampleWell } from './sample-result.ts';
import { sampleTms, type PeakExplanation } from './sample-tms.ts';
import type { CallExplanation } from '../call/well-call.ts';

/** Above this standard deviation of a Tm replicates are apart, °C. */
const APART_SD = 0.1;
/** With fewer wells, no No call is ignored. */
const LEAST_TO_IGNORE = 3;

/** The signed facts about a well that the derivation needs. */
export interface ReplicateWell {
  readonly wellId: string;
  readonly position: string;
  readonly channel: SampleResult['channel'];
  readonly name: string | null;
  readonly orderId: string | null;
  readonly sampleType: SampleType;
  /** The name of the kit. A plate has no two kits of one name. */
  readonly kit: string;
  readonly kitVersionId: string;
  readonly lotId: string | null;
  readonly reactionBufferId: string | null;
  /** The expected diagnostic of a standard. */
  readonly expected: string | null;
  /** The diagnostic in effect; null: No call. */
  readonly found: DiagnosticColor | null;
  readonly isOverridden: boolean;
  /** Of a control or standard: whether it broke a Westgard rule. */
  readonly isOutOfRange: boolean;
  /** Null: not analysed. */
  readonly explanation: (PeakExplanation & Pick<CallExplanation, 'flags'>) | null;
}

/**
 * The results of the samples of a run: wells with the same name, order, kit version, lot, reaction buffer and type, in
 * one channel. Wells of another order are another sample, whatever their name.
 *
 * @param settingsOf - of a kit version; undefined: its wells are not replicates
 */
export function replicateResults(
  wells: readonly ReplicateWell[],
  settingsOf: (kitVersionId: string) => UsedReplicates | undefined,
): SampleResult[] {
  const failed = failedGroups(wells);
  const replicates = wells
    .flatMap((well): readonly Replicate[] => {
      const settings = settingsOf(well.kitVersionId);
      return well.name === null || settings === undefined ? [] : [{ ...well, name: well.name, settings }];
    })
    .sort((a, b) => comparePositions(a.position, b.position));
  return [...Map.groupBy(replicates, groupKey).values()]
    .filter(areReplicates)
    .map((group) => sampleResult(group, failed.has(controlGroup(group[0]))));
}

interface Replicate extends ReplicateWell {
  readonly name: string;
  readonly settings: UsedReplicates;
}
type Replicates = [Replicate, ...Replicate[]];

/** Several wells, of which any has settings in its channel. */
const areReplicates = (wells: Replicate[]): wells is Replicates =>
  wells.length > 1 && wells.some(({ explanation }) => explanation !== null);

/**
 * The groups of wells with a control or standard that failed, by its call, an override or a Westgard rule. A control validates only its
 * own mix.
 */
export function failedGroups(wells: readonly ReplicateWell[]): ReadonlySet<string> {
  const failed = wells.filter(
    (well) => !isSample(well.sampleType) && coversWell(well, well) && (well.isOutOfRange || isWrong(well)),
  );
  return new Set(failed.map(controlGroup));
}

/** A control or standard with another result than the expected one, or without a call: an override can remove it. */
function isWrong({ explanation, found, expected, sampleType }: ReplicateWell): boolean {
  const name = found?.diagnostic.name;
  if (explanation === null || name === 'TEST_OK') return false;
  if (sampleType === 'STANDARD') return expected === null ? name === 'TEST_KO' : name !== expected;
  return true;
}

const groupKey = (well: ReplicateWell): string =>
  JSON.stringify([
    well.channel,
    well.kitVersionId,
    well.lotId,
    well.reactionBufferId,
    well.sampleType,
    well.name,
    well.orderId,
    well.expected,
  ]);

interface Rules {
  readonly settings: UsedReplicates;
  /** Whether a control that supports the wells has failed. */
  readonly isControlFailed: boolean;
}

function sampleResult(wells: Readonly<Replicates>, isControlFailed: boolean): SampleResult {
  const [first] = wells;
  const { settings } = first;
  const { behind, ignored, fault, faultOf } = isSample(first.sampleType)
    ? decided(wells, { settings, isControlFailed })
    : NOTHING;
  const tms = tmsOf(behind.length > 0 ? behind : wells);
  const results = new Set(wells.map((well) => resultOf(well)?.diagnostic.name));
  const partOf = (well: ReplicateWell): SampleWell['part'] => {
    if (behind.length === 0) return null;
    if (behind.includes(well)) return 'behind';
    return ignored.includes(well) ? 'ignored' : 'other';
  };
  return {
    name: first.name,
    orderId: first.orderId,
    channel: first.channel,
    sampleType: first.sampleType,
    kitVersionId: first.kitVersionId,
    settings,
    wells: wells.map((well) => ({
      wellId: well.wellId,
      position: well.position,
      found: well.found,
      part: partOf(well),
      isByHand: well.isOverridden,
    })),
    result: behind[0]?.found ?? null,
    fault,
    faultOf: faultOf.map(({ position }) => position),
    tms,
    // A kit can allow less than the limit of the standard deviation does.
    isApart: results.size > 1 || fault === 'tm-apart' || tms.some(({ sd }) => (sd ?? 0) > APART_SD),
  };
}

interface Decided {
  /** The wells with the result; empty: there is none. */
  readonly behind: readonly ReplicateWell[];
  readonly ignored: readonly ReplicateWell[];
  readonly fault: SampleFault | null;
  readonly faultOf: readonly ReplicateWell[];
}

const NOTHING: Decided = { behind: [], ignored: [], fault: null, faultOf: [] };
const without = (fault: SampleFault, faultOf: readonly ReplicateWell[]): Decided => ({
  ...NOTHING,
  fault,
  faultOf,
});

/** The result in effect that has grounds. An override needs no other grounds. */
export function resultOf({ found, isOverridden, explanation }: ReplicateWell): DiagnosticColor | null {
  if (isOverridden) return found;
  return explanation === null || !hasGrounds(explanation) ? null : found;
}

/** Algorithm 1.0.0 called wells with flags that now prevent a call. */
const hasGrounds = ({ flags }: Pick<CallExplanation, 'flags'>): boolean =>
  reportedFlags(flags).every(({ code }) => FLAG_CONSEQUENCES[code].callable);

function decided(wells: readonly ReplicateWell[], { settings, isControlFailed }: Rules): Decided {
  const { rule, tmSpread, ignoresNoCall } = settings;
  const held = wells.filter((well) => !well.isOverridden && (isControlFailed || isMarked(well)));
  if (held.length > 0) return without('failed-control', held);
  const unread = wells.filter(({ explanation }) => explanation === null);
  if (unread.length > 0) return without('not-analysed', unread);
  const uncalled = wells.filter((well) => resultOf(well) === null);
  const ignored = ignoresNoCall && wells.length >= LEAST_TO_IGNORE && uncalled.length === 1 ? uncalled : [];
  if (uncalled.length > ignored.length) return without('no-call', uncalled);
  const counted = wells.filter((well) => !ignored.includes(well));
  const unusable = counted.filter(({ found }) => !isStatement(found));
  if (unusable.length > 0) return without('no-statement', unusable);
  const behind = chosen(counted, rule);
  if (behind === null) return without('results-differ', counted);
  // One peak in a zone: nothing to compare. The tolerance covers rounding errors of the subtraction.
  const isTooFar = tmsOf(behind).some(({ spread }) => spread > tmSpread + 1e-9);
  return isTooFar ? without('tm-apart', behind) : { behind, ignored, fault: null, faultOf: [] };
}

/** Failed by the analysis; a later override of the control does not change that. */
export const isMarked = ({ explanation }: ReplicateWell): boolean =>
  explanation?.flags.some(({ code }) => code === 'failed-control') ?? false;

export const isStatement = (found: DiagnosticColor | null): boolean =>
  found !== null && ['positive', 'negative'].includes(meaningOf(found));

/** The wells whose result is the sample's; null: the rule gives none. */
function chosen(counted: readonly ReplicateWell[], rule: ReplicateRule): readonly ReplicateWell[] | null {
  const results = [...Map.groupBy(counted, ({ found }) => found?.diagnostic.name).values()];
  const single = (groups: typeof results) => (groups.length === 1 ? (groups[0] ?? null) : null);
  switch (rule) {
    case 'all-agree':
      return single(results);
    case 'majority':
      return single(results.filter((group) => group.length * 2 > counted.length));
    case 'any-positive': {
      const positive = results.filter(([first]) => first?.found && meaningOf(first.found) === 'positive');
      return single(positive.length > 0 ? positive : results);
    }
  }
}

/** An overridden well is not compared, because a user decided its result independently of its curve. */
const tmsOf = (wells: readonly ReplicateWell[]) =>
  sampleTms(
    wells.flatMap(({ explanation, isOverridden }) =>
      explanation === null || isOverridden ? [] : [explanation],
    ),
  );
