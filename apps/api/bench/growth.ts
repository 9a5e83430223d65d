interface Point {
  readonly hours: number;
  readonly value: number;
}

export interface Growth {
  readonly perHour: number;
  /** Standard error of the slope. A growth within twice its error is not distinguishable from none. */
  readonly error: number;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Growth without the first quarter, in which caches are filled and code is compiled; by least squares. */
export function growthOf(points: readonly Point[]): Growth {
  const late = points.slice(Math.floor(points.length / 4));
  if (late.length < 3) throw new Error('A growth with its error takes at least three late points.');
  const [hours, value] = [mean(late.map((one) => one.hours)), mean(late.map((one) => one.value))];
  const spread = late.reduce((sum, one) => sum + (one.hours - hours) ** 2, 0);
  const together = late.reduce((sum, one) => sum + (one.hours - hours) * (one.value - value), 0);
  const perHour = together / spread;
  const rest = late.reduce((sum, one) => sum + (one.value - value - perHour * (one.hours - hours)) ** 2, 0);
  return { perHour, error: Math.sqrt(rest / (late.length - 2) / spread) };
}
