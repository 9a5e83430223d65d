import type { ChannelName, InspectedCurves, InspectedRun } from '@curvewell/domain';
import { useElementSize } from '@mantine/hooks';
import { useMemo } from 'react';

import { text } from '../../locale/text.ts';
import { CHANNEL_COLOUR } from '../../shared/colour/channel-colour.ts';
import { formatDateTime } from '../../shared/format/format.ts';
import { ChannelMark } from '../../shared/ui/badges/channel-mark.tsx';
import { chartScale, type Point } from '../chart/chart-scale.ts';
import { CurveCanvas } from '../chart/curve-canvas.tsx';
import { rangeOf, temperaturesOf } from './import-report.ts';
import styles from './run-import.module.css';

interface CurvePreviewProps {
  readonly run: InspectedRun;
  /** Null: skipped. */
  readonly channelOfDye: (dye: string) => ChannelName | null;
}

/** A summary of a run with a plot of all curves for each dye. */
export function CurvePreview({ run, channelOfDye }: CurvePreviewProps) {
  const { format, container, wellCount, runDate, instrument, curves } = run;
  const facts = [
    `${text.runFileFormats[format]}, ${container}`,
    ...(instrument === null || text.runFileFormats[format].includes(instrument) ? [] : [instrument]),
    text.importReport.wells(wellCount),
    runDate === null || Number.isNaN(Date.parse(runDate)) ? text.runImport.noDate : formatDateTime(runDate),
  ];
  return (
    <section className={styles['preview']} aria-label={text.runImport.preview}>
      <p className={styles['facts']}>{facts.join(' · ')}</p>
      <ul className={styles['curves']}>
        {curves.map((group) => (
          <li key={`${group.quantity} ${group.dye}`}>
            <Curves {...group} channel={channelOfDye(group.dye)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The server scales curves to 0 to 1000; the chart adds a little margin above and below. */
const SHOWN = { x: [0, 1000], y: [-20, 1020] } as const;
const MARGIN = { left: 0, top: 0, right: 0, bottom: 0 } as const;

type CurvesProps = InspectedCurves & { readonly channel: ChannelName | null };

function Curves({ dye, channel, quantity, wellCount, pointCount, temperature, lines }: CurvesProps) {
  const words = text.runImport.curves({
    name: quantity === 'derivative' ? `${dye}, ${text.importReport.derivative}` : dye,
    wells: text.importReport.wells(wellCount),
    readings: rangeOf(pointCount),
    temperature: temperaturesOf(temperature),
  });
  const { ref, width, height } = useElementSize();
  const scale = useMemo(
    () => chartScale({ width, height }, { margin: MARGIN, shown: SHOWN }),
    [width, height],
  );
  const strokes = useMemo(
    () =>
      lines.map((line) => ({
        points: pointsOf(line),
        color: channel === null ? 'var(--accent)' : CHANNEL_COLOUR[channel],
        width: 1,
        opacity: 0.45,
      })),
    [lines, channel],
  );
  return (
    <figure className={styles['figure']}>
      <div role="img" aria-label={words}>
        <div ref={ref}>
          <CurveCanvas scale={scale} strokes={strokes} />
        </div>
      </div>
      <figcaption>
        {channel !== null && <ChannelMark channel={channel} />}
        {words}
      </figcaption>
    </figure>
  );
}

/** x, y, x, y, … */
const pointsOf = (line: readonly number[]): Point[] =>
  Array.from({ length: line.length >> 1 }, (_, index) => ({
    x: line[2 * index] ?? 0,
    y: line[2 * index + 1] ?? 0,
  }));
