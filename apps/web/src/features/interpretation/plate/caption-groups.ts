import {
  FLAG_CONSEQUENCES,
  isOnlyOutside,
  isSample,
  stoppingFlags,
  type CallFlagCode,
  type InterpretedWellDiagnostic,
  type Position,
  type SampleType,
} from '@curvewell/domain';

import { text } from '../../../locale/text.ts';
import type { ReviewMark, ReviewWell } from '../state/review-wells.ts';

/** The group of wells without a call. Other groups use the id of the result. */
const NO_CALL = 'no-call';

/** An entry of the legend: wells with the same result or the same mark. */
export interface CaptionGroup {
  readonly key: string;
  readonly kind: 'result' | 'reason' | 'near' | 'doubt';
  readonly diagnostic: InterpretedWellDiagnostic['diagnosticColor'];
  /** A short reason why there is no call. */
  readonly name: string | null;
  readonly positions: readonly Position[];
}

/** The entries of the legend: results, reasons shared by all wells without a call, and marks. */
export function captionGroups(
  wells: readonly ReviewWell[],
  sampleType: SampleType | null,
): readonly CaptionGroup[] {
  return [
    ...resultGroups(wells, sampleType),
    ...reasonGroups(wells, sampleType),
    ...outsideGroup(wells, sampleType),
    ...markGroup(wells, { mark: 'near', sampleType }),
    ...markGroup(wells, { mark: 'doubt', sampleType }),
  ];
}

/** Wells grouped by shown diagnostic, optionally of one sample type. No call comes last. */
export function resultGroups(
  wells: readonly ReviewWell[],
  sampleType: SampleType | null,
): readonly CaptionGroup[] {
  const byResult = Map.groupBy(wells, ({ shown }) => shown?.diagnosticColor?.id ?? NO_CALL);
  return [...byResult]
    .map(([key, of]) => ({
      key,
      kind: 'result' as const,
      name: null,
      diagnostic: of[0]?.shown?.diagnosticColor ?? null,
      positions: positionsOf(of, sampleType),
    }))
    .sort((first, second) => groupRank(first) - groupRank(second));
}

const positionsOf = (wells: readonly ReviewWell[], sampleType: SampleType | null): readonly Position[] =>
  wells
    .filter((well) => sampleType === null || well.sampleType === sampleType)
    .map(({ position }) => position);

const ORDER = ['HOMOZYGOUS_WILD_TYPE', 'HETEROZYGOUS', 'HOMOZYGOUS_MUTATED', 'NEGATIVE'];
const LAST = ['TEST_OK', 'TEST_KO'];

function groupRank({ diagnostic }: CaptionGroup): number {
  if (diagnostic === null) return 100;
  const { name } = diagnostic.diagnostic;
  if (LAST.includes(name)) return 90 + LAST.indexOf(name);
  return ORDER.includes(name) ? ORDER.indexOf(name) : 50;
}

export const noCallReasons = ({ interpreted }: ReviewWell): ReadonlySet<CallFlagCode> =>
  new Set(stoppingFlags(interpreted.explanation).map(({ code }) => code));

/** The reasons that all samples share if none has a call. */
export function sharedNoCallReasons(wells: readonly ReviewWell[]): readonly CallFlagCode[] {
  const samples = wells.filter(({ sampleType }) => isSample(sampleType));
  const [first, ...others] = samples;
  if (first === undefined || samples.some(({ mark }) => mark !== 'no-call')) return [];
  return [...noCallReasons(first)].filter((code) => others.every((well) => noCallReasons(well).has(code)));
}

function reasonGroups(wells: readonly ReviewWell[], sampleType: SampleType | null): readonly CaptionGroup[] {
  return sharedNoCallReasons(wells).map((code) => ({
    key: code,
    kind: 'reason' as const,
    diagnostic: null,
    name: FLAG_CONSEQUENCES[code].short,
    positions: positionsOf(
      wells.filter((well) => well.mark === 'no-call' && noCallReasons(well).has(code)),
      sampleType,
    ),
  }));
}

/** Wells with peaks only outside all zones, unless that applies to the whole plate. */
function outsideGroup(wells: readonly ReviewWell[], sampleType: SampleType | null): readonly CaptionGroup[] {
  const outside = wells.filter(({ interpreted }) => isOnlyOutside(interpreted.explanation));
  if (outside.length === 0 || sharedNoCallReasons(wells).includes('unexpected-peak')) return [];
  return [
    {
      key: 'in-no-zone',
      kind: 'reason',
      diagnostic: null,
      name: text.interpretation.inNoZone,
      positions: positionsOf(outside, sampleType),
    },
  ];
}

function markGroup(
  wells: readonly ReviewWell[],
  {
    mark,
    sampleType,
  }: { readonly mark: ReviewMark & CaptionGroup['kind']; readonly sampleType: SampleType | null },
): readonly CaptionGroup[] {
  const marked = wells.filter((well) => well.mark === mark);
  if (marked.length === 0) return [];
  return [
    { key: mark, kind: mark, diagnostic: null, name: null, positions: positionsOf(marked, sampleType) },
  ];
}
