import { MIN_REFERENCE_POINTS, MAX_CONTROL_READINGS, type ControlTmShifts } from '@curvewell/domain';
import { UnstyledButton } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';

import { text } from '../../../locale/text.ts';
import { formatCount } from '../../../shared/format/format.ts';
import { signed } from '../control-words.ts';
import styles from '../controls.module.css';
import { FigureTable } from '../figure-table.tsx';
import { LeveyJenningsChart } from '../chart/levey-jennings-chart.tsx';
import { shiftId, shiftSeries } from './shift-series.ts';

const words = text.controls;
const texts = words.tmShift;

interface ShiftCardProps {
  readonly shifts: ControlTmShifts;
  readonly focusedId: string | null;
  readonly onFocus: (shiftId: string) => void;
}

const COLUMNS = [
  { head: texts.run },
  { head: texts.version },
  { head: texts.shift, isFigure: true },
  { head: texts.error, isFigure: true },
  { head: texts.controls, isFigure: true },
  { head: texts.zones },
  { head: words.columns.distance, isFigure: true },
  { head: words.columns.rules },
] as const;

/** The Tm shift of each run: a chart with limits and a table of their effects, newest first. */
export function ShiftCard({ shifts, focusedId, onFocus }: ShiftCardProps) {
  const { ref, width, height } = useElementSize();
  const notices = noticesOf(shifts);
  return (
    <section className={styles['series']} aria-label={texts.title}>
      <div className={styles['bar']}>
        <h2 className={styles['title']}>{texts.title}</h2>
      </div>
      {notices.length > 0 && <p className={styles['notice']}>{notices.join(' ')}</p>}
      <div className={styles['figure']} role="img" aria-label={words.chart(texts.title)}>
        <div ref={ref} className={styles['figureRoom']}>
          {width > 0 && height > 0 && (
            <LeveyJenningsChart
              series={shiftSeries(shifts)}
              measure="tmShift"
              size={{ width, height }}
              focusedId={focusedId}
              onFocus={onFocus}
            />
          )}
        </div>
      </div>
      <div className={styles['shiftTable']}>
        <FigureTable label={texts.title} columns={COLUMNS} rows={rowsOf({ shifts, focusedId, onFocus })} />
      </div>
    </section>
  );
}

const noticesOf = ({ limits, referencePoints, isCut }: ControlTmShifts): string[] => [
  ...(limits === null ? [words.notEnough(referencePoints, MIN_REFERENCE_POINTS)] : []),
  ...(isCut ? [words.cut(formatCount(MAX_CONTROL_READINGS))] : []),
];

const rowsOf = ({ shifts, focusedId, onFocus }: ShiftCardProps) =>
  shifts.points.toReversed().map((point) => {
    const key = shiftId(point);
    return {
      key,
      isFocused: key === focusedId,
      cells: [
        <UnstyledButton key={key} className={styles['link'] ?? ''} onClick={() => onFocus(key)}>
          {point.businessId}
        </UnstyledButton>,
        point.kitVersion,
        point.median === null ? '–' : signed(point.median, 2),
        point.error === null ? '–' : point.error.toFixed(2),
        point.controls,
        texts.decision[point.decision],
        point.distance === null ? '–' : signed(point.distance, 1),
        point.rules.join(', '),
      ],
    };
  });
