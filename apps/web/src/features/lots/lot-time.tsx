import { DEFAULT_LOT_EXPIRATION, type ListedLot } from '@curvewell/domain';

import { text } from '../../locale/text.ts';
import { formatDay } from '../../shared/format/format.ts';

import { lotLife } from '../../shared/format/lot-life.ts';
import type { LotAxis } from './lot-axis.ts';
import styles from './lots.module.css';

const words = text.lots;
const percent = (share: number) => `${share}%`;

interface UseTimeProps {
  readonly lot: ListedLot;
  readonly axis: LotAxis;
  readonly today: string;
}

/** The time from a lot's first run to its expiry, on the axis of the list. */
export function UseTime({ lot: { expirationDate, use }, axis, today }: UseTimeProps) {
  const life = lotLife(expirationDate, today);
  const first = use?.firstRunOn ?? null;
  const end = axis.placeOf(expirationDate);
  const usedTo = Math.min(axis.today, end);
  return (
    <div
      className={styles['time']}
      data-life={life}
      role="img"
      aria-label={
        first === null
          ? words.notUsed
          : words.usedSince(
              formatDay(first),
              expirationDate === DEFAULT_LOT_EXPIRATION ? null : formatDay(expirationDate),
            )
      }
    >
      {(first === null ? [] : axis.ticks).map(({ at }) => (
        <i key={at} className={styles['tick']} style={{ left: percent(at) }} />
      ))}
      {first !== null && (
        <i
          className={styles['used']}
          style={{
            left: percent(axis.placeOf(first)),
            width: percent(Math.max(0, usedTo - axis.placeOf(first))),
          }}
        />
      )}
      {first !== null && end > axis.today && (
        <i
          className={styles['left']}
          data-open={end === 100 || undefined}
          style={{ left: percent(axis.today), width: percent(end - axis.today) }}
        />
      )}
      <i className={styles['today']} style={{ left: percent(axis.today) }} />
    </div>
  );
}

/** What the bars mean. */
export const TimeLegend = ({ today }: { readonly today: string }) => (
  <div className={styles['legend']} aria-hidden>
    <span>
      <i /> {words.legend.used}
    </span>
    <span>
      <i data-of="left" /> {words.legend.left}
    </span>
    <span>
      <i data-of="today" /> {words.legend.today(formatDay(today))}
    </span>
  </div>
);
