import { RangeSlider } from '@mantine/core';
import type { KeyboardEvent } from 'react';

import { text } from '../../locale/text.ts';
import type { ChartScale, Domain, Range } from '../chart/chart-scale.ts';
import classes from './curve-chart.module.css';
import { placeText } from './cross-hair.tsx';
import { type CurveKind, MIN_TEMPERATURE_SPAN } from './curve-series.ts';
import type { Zoom } from './zoom.ts';

interface ZoomSlidersProps {
  readonly kind: CurveKind;
  readonly domain: Domain;
  readonly scale: ChartScale;
  readonly zoom: Zoom;
  readonly onZoom: (zoom: Zoom) => void;
}

const STEP = 0.1;
/** PageUp and PageDown move a thumb so far: °C or cycles, and percent. */
const PAGE = { x: 1, y: 10 } as const;
const DIRECTION: Readonly<Record<string, number>> = { PageUp: 1, PageDown: -1 };
const tenth = (value: number): number => Math.round(value * 10) / 10;

/** Two sliders that show and set the visible range of the curves. */
export function ZoomSliders({ kind, domain, scale, zoom, onZoom }: ZoomSlidersProps) {
  const { margin, shown, plotWidth, plotHeight } = scale;
  const [least, most] = domain.y;
  const percent = (value: number): number => Math.round(((value - least) / (most - least)) * 100);
  const ofPercent = (value: number): number => least + (value / 100) * (most - least);
  const whole: Range = [Math.floor(domain.x[0] * 10) / 10, Math.ceil(domain.x[1] * 10) / 10];
  const shownX: Range = [tenth(shown.x[0]), tenth(shown.x[1])];
  const shownY: Range = [percent(shown.y[0]), percent(shown.y[1])];
  const showX = ([from, to]: Range): void =>
    onZoom({ ...zoom, x: from <= whole[0] && to >= whole[1] ? null : [from, to] });
  const showY = ([from, to]: Range): void =>
    onZoom({ ...zoom, y: from === 0 && to === 100 ? null : [ofPercent(from), ofPercent(to)] });
  const ends = text.curves.rangeEnds;
  const range = kind === 'amplification' ? text.curves.cycleRange : text.curves.temperatureRange;
  return (
    <>
      <div
        className={classes['x-zoom']}
        style={{ left: margin.left, top: margin.top + plotHeight + 38, width: plotWidth }}
        onKeyDown={(event) => {
          const moved = pageMoved(event, { shown: shownX, whole, by: PAGE.x, least: MIN_TEMPERATURE_SPAN });
          if (moved) showX(moved);
        }}
      >
        <RangeSlider
          size={4}
          thumbSize={16}
          classNames={{ bar: classes['zoom-bar'] ?? '', thumb: classes['zoom-thumb'] ?? '' }}
          min={whole[0]}
          max={whole[1]}
          step={STEP}
          minRange={MIN_TEMPERATURE_SPAN}
          value={[...shownX]}
          label={null}
          thumbFromLabel={`${range}, ${ends.from}`}
          thumbToLabel={`${range}, ${ends.to}`}
          thumbValueText={(at) => placeText(kind, at)}
          onChange={showX}
        />
      </div>
      <div
        className={classes['y-zoom']}
        style={{ left: margin.left + plotWidth + 12, top: margin.top, height: plotHeight }}
        onKeyDown={(event) => {
          const moved = pageMoved(event, { shown: shownY, whole: [0, 100], by: PAGE.y, least: 1 });
          if (moved) showY(moved);
        }}
      >
        <RangeSlider
          orientation="vertical"
          h={plotHeight}
          size={4}
          thumbSize={16}
          classNames={{ bar: classes['zoom-bar'] ?? '', thumb: classes['zoom-thumb'] ?? '' }}
          min={0}
          max={100}
          step={1}
          minRange={1}
          value={[...shownY]}
          label={null}
          thumbFromLabel={`${text.curves.fluorescenceRange}, ${ends.from}`}
          thumbToLabel={`${text.curves.fluorescenceRange}, ${ends.to}`}
          thumbValueText={text.curves.percentText}
          onChange={showY}
        />
      </div>
    </>
  );
}

interface PageOf {
  readonly shown: Range;
  readonly whole: Range;
  readonly by: number;
  /** The least range. */
  readonly least: number;
}

/** The range after PageUp or PageDown on a thumb; null for other keys, which the slider handles. */
function pageMoved(event: KeyboardEvent, { shown, whole, by, least }: PageOf): Range | null {
  const direction = DIRECTION[event.key];
  const thumb = [...event.currentTarget.querySelectorAll('[role=slider]')].indexOf(event.target as Element);
  if (direction === undefined || thumb === -1) return null;
  event.preventDefault();
  const [from, to] = shown;
  const between = (value: number, low: number, high: number): number =>
    tenth(Math.max(low, Math.min(high, value)));
  return thumb === 0
    ? [between(from + direction * by, whole[0], to - least), to]
    : [from, between(to + direction * by, from + least, whole[1])];
}
