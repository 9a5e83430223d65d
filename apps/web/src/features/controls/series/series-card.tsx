import type { ControlPoint, ControlSeries } from '@curvewell/contracts';
import { MIN_REFERENCE_POINTS, MAX_CONTROL_READINGS, type ControlMeasure } from '@curvewell/domain';
import { Button, SegmentedControl } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconChartLine, IconDownload, IconTable } from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

import { type ControlSeriesQuery, useExportSeries } from '../../../data/controls.ts';
import { text } from '../../../locale/text.ts';
import { saveFile } from '../../../shared/api/save-file.ts';
import { formatCount } from '../../../shared/format/format.ts';
import { toastError } from '../../../shared/ui/messages/toast.tsx';
import { distanceText, valueText } from '../control-words.ts';
import styles from '../controls.module.css';
import { LeveyJenningsChart } from '../chart/levey-jennings-chart.tsx';
import { PointShape } from '../chart/point-shape.tsx';
import { SeriesTable } from './series-table.tsx';

const words = text.controls;

interface SeriesCardProps {
  /** “Standard X, zone B” */
  readonly name: string;
  readonly query: ControlSeriesQuery;
  /** Null while loading; the chart keeps the focus meanwhile. */
  readonly series: ControlSeries | null;
  readonly measure: ControlMeasure;
  readonly analysers: ReadonlyMap<string, string>;
  readonly focused: ControlPoint | null;
  readonly onMeasure: (measure: ControlMeasure) => void;
  readonly onFocus: (readingId: string) => void;
  /** Selects the previous or next control. */
  readonly onStep: (step: 1 | -1) => void;
  readonly onOpen: (point: ControlPoint) => void;
}

/** The readings of one control, as a chart or as a table. */
export function SeriesCard(props: SeriesCardProps) {
  const { name, query, series, measure, analysers, focused, onMeasure, onFocus } = props;
  const [isTable, showTable] = useState(false);
  // Repeated keys may arrive before a render, so they continue from the last target, not from the rendered
  // one.
  const latest = useRef<string | null>(null);
  useEffect(() => {
    latest.current = focused?.readingId ?? null;
  }, [focused]);
  const { ref, width, height } = useElementSize();
  const { mutateAsync, isPending } = useExportSeries();
  const exportCsv = async (): Promise<void> => {
    try {
      const { blob, fileName } = await mutateAsync(query);
      saveFile({ blob, fileName: fileName ?? `${name}.csv` });
    } catch (error) {
      toastError(words.exportFailed, error);
    }
  };
  return (
    <section className={styles['series']} aria-label={name}>
      <div className={styles['bar']}>
        <h2 className={styles['title']}>{name}</h2>
        <SegmentedControl
          size="xs"
          aria-label={words.measure}
          data={(['tm', 'height', 'quality'] as const).map((value) => ({
            value,
            label: words.measures[value],
          }))}
          value={measure}
          onChange={onMeasure}
        />
        <span className={styles['barEnd']}>
          <Button
            size="xs"
            variant="subtle"
            leftSection={
              isTable ? <IconChartLine size={14} stroke={1.6} /> : <IconTable size={14} stroke={1.6} />
            }
            onClick={() => showTable(!isTable)}
          >
            {isTable ? words.showChart : words.showTable}
          </Button>
          <Button
            size="xs"
            variant="default"
            loading={isPending}
            leftSection={<IconDownload size={14} stroke={1.6} />}
            onClick={() => void exportCsv()}
          >
            {words.export}
          </Button>
        </span>
      </div>
      {series && <Notices series={series} analysers={analysers} />}
      {isTable && series ? (
        <SeriesTable
          series={series}
          measure={measure}
          onFocus={onFocus}
          label={name}
          focusedId={focused?.readingId ?? null}
        />
      ) : (
        <div
          role="figure"
          tabIndex={0}
          className={styles['figure']}
          aria-label={words.chart(name)}
          aria-description={words.chartKeys}
          onKeyDown={(event) =>
            chartKey(event, {
              ...props,
              latest,
              showTable: () => showTable(true),
            })
          }
        >
          <div ref={ref} className={styles['figureRoom']}>
            {series && width > 0 && height > 0 && (
              <LeveyJenningsChart
                series={series}
                measure={measure}
                onFocus={onFocus}
                size={{ width, height }}
                focusedId={focused?.readingId ?? null}
              />
            )}
          </div>
        </div>
      )}
      <p role="status" className={styles['focused']}>
        {focused && pointText(focused, measure)}
      </p>
    </section>
  );
}

/** “Run 1281, 61.11 °C, 3.5 SD above, 1-3s and 10x” */
function pointText(
  { businessId, value, distance, rules, isExcluded }: ControlPoint,
  measure: ControlMeasure,
) {
  const reading = words.ofRun(businessId, value === null ? words.noPeak : valueText(value, measure));
  const more = isExcluded ? words.leftOut : distance === null ? null : distanceText(distance, rules);
  return more === null ? reading : `${reading}, ${more}`;
}

type NoticesProps = Pick<SeriesCardProps, 'analysers'> & { readonly series: ControlSeries };

/** The limits of the chart, and its legend. */
function Notices({ series: { reference, isCut, points }, analysers }: NoticesProps) {
  const used = [...new Set(points.map(({ analyserId }) => analyserId))];
  const notices = [
    reference.limits === null && points.length > 0
      ? words.notEnough(reference.points, MIN_REFERENCE_POINTS)
      : null,
    isCut ? words.cut(formatCount(MAX_CONTROL_READINGS)) : null,
  ].filter((notice) => notice !== null);
  return (
    <p className={styles['notice']}>
      {notices.length > 0 && <span>{notices.join(' ')}</span>}
      {used.length > 1 ? (
        used.map((id, shape) => (
          <span key={id} className={styles['legend']}>
            <svg width={10} height={10} viewBox="-5 -5 10 10" aria-hidden="true">
              <PointShape shape={shape} />
            </svg>
            {analysers.get(id)}
          </span>
        ))
      ) : (
        <span className={styles['legend']}>
          <i className={styles['lotMean']} />
          {words.lotMean}
        </span>
      )}
    </p>
  );
}

type ChartKeyContext = Pick<SeriesCardProps, 'series' | 'focused' | 'onFocus' | 'onStep' | 'onOpen'> & {
  readonly latest: RefObject<string | null>;
  readonly showTable: () => void;
};

/** Arrow keys move between points and between controls; Enter opens the run. */
function chartKey(
  event: KeyboardEvent,
  { series, focused, latest, onFocus, onStep, onOpen, showTable }: ChartKeyContext,
): void {
  const points = (series?.points ?? []).filter(({ value }) => value !== null);
  const index = points.findIndex(({ readingId }) => readingId === latest.current);
  const go = (step: 1 | -1) => () => {
    const next = points[index + step];
    if (!next) return;
    latest.current = next.readingId;
    onFocus(next.readingId);
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: go(-1),
    ArrowRight: go(1),
    ArrowUp: () => onStep(-1),
    ArrowDown: () => onStep(1),
    Enter: () => {
      if (focused) onOpen(focused);
    },
    t: showTable,
  };
  const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
  if (act === undefined) return;
  event.preventDefault();
  act();
}
