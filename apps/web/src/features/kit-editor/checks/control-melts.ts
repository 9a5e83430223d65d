import type { EvaluatedWell } from '@curvewell/domain';

const CONTROLS: readonly EvaluatedWell['sampleType'][] = ['POSITIVE_TEST', 'STANDARD'];

/** The median Tm of the run's positive controls and standards in each zone, °C to two decimals. */
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

/** The median; of an even number, the mean of the middle two. */
function middle(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = 0, high = low] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
}
