import dayjs, { type Dayjs } from 'dayjs';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);

/** The dates of a lot that are drawn. */
interface DrawnLot {
  readonly expirationDate: string;
  readonly use: { readonly firstRunOn: string | null } | null;
}

/** The shared time axis of a list of lots. Positions are in percent of its width. */
export interface LotAxis {
  readonly today: number;
  readonly ticks: readonly { readonly at: number; readonly label: string }[];
  readonly placeOf: (day: string) => number;
}

/** The axis is limited to this range, since lots may be valid until 2099 or first used long ago. */
const MONTHS_BACK = 24;
const MONTHS_AHEAD = 12;
/** A label with a year is as wide as two without. */
const MAX_TICKS = 5;

const quarterOf = (day: Dayjs): Dayjs => day.startOf('month').subtract(day.month() % 3, 'month');

/** The axis from the quarter of the first run to the end of the quarter of the last expiry. */
export function lotAxis(lots: readonly DrawnLot[], today: string): LotAxis {
  const now = dayjs.utc(today);
  const first = [today, ...lots.flatMap(({ use }) => use?.firstRunOn ?? [])].toSorted()[0] ?? today;
  const last =
    lots
      .map(({ expirationDate }) => expirationDate)
      .toSorted()
      .at(-1) ?? today;
  const earliest = now.subtract(MONTHS_BACK, 'month');
  const from = quarterOf(dayjs.utc(first).isBefore(earliest) ? earliest : dayjs.utc(first));
  const latest = now.add(MONTHS_AHEAD, 'month');
  const soonest = now.add(3, 'month');
  const wanted = dayjs.utc(last);
  const end = wanted.isAfter(latest) ? latest : wanted.isBefore(soonest) ? soonest : wanted;
  const to = quarterOf(end).add(3, 'month');

  const placeOf = (day: string): number => {
    const share = dayjs.utc(day).diff(from) / to.diff(from);
    return 100 * Math.min(1, Math.max(0, share));
  };
  const quarters = Math.round(to.diff(from, 'month', true) / 3);
  const step = Math.ceil(quarters / MAX_TICKS);
  const ticks = Array.from({ length: Math.ceil(quarters / step) }, (_, tick) => {
    const day = from.add(3 * step * tick, 'month');
    const hasYear = tick === 0 || day.month() < 3 * step;
    return { at: placeOf(day.format('YYYY-MM-DD')), label: day.format(hasYear ? 'MMM YYYY' : 'MMM') };
  });
  return { today: placeOf(today), ticks, placeOf };
}
