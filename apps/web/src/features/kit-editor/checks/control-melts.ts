import type { EvaluatedWell } from '@curvewell/domain';

const CONTROLS: readonly EvaluatedWell['sampleType'][] = ['POSITIVE_TEST', 'STANDARD'];

/** Where the positive controls and standards of a run melt in each zone: the median, °C to two decimals. */
export function meltsOfControls(wells: readonly EvaluatedWell[]): ReadonlyMap<string, number> {
  const peaks = wells
    .filter(({ sampleType }) => CONTROLS.includes(sampleType))
    .flatMap(({ phases }) => phases.flatMap(({ peaks: ofPhase }) => ofPhase))
    .flatMap(({ zone, tm, accepted }) => (accepted && zone !== null ? [{ zone, tm }] : []));
  return new Map(
    [...Map.groupBy(peaks, ({ zone }) => zone)].map(([zone, ofZone]) => [
      zone,
      Number(middle(ofZone.map(({ tm }) => tm)).toFixed(2)),
    ]),
  );
}

/** Of an even number, halfway between the two in the middle. */
function middle(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = 0, high = low] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
}
