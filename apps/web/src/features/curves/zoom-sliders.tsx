import { RangeSlider } from '@mantine/core';

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
const tenth = (value: number): number => Math.round(value * 10) / 10;

/** Two sliders that show and set the visible range of the curves. */
export function ZoomSliders({ kind, domain, scale, zoom, onZoom }: ZoomSlidersProps) {
  const { margin, shown, plotWidth, plotHeight } = scale;
  const [least, most] = domain.y;
  const percent = (value: number): number => Math.round(((value - least) / (most - least)) * 100);
  const ofPercent = (value: number): number => least + (value / 100) * (most - least);
  const whole: Range = [Math.floor(domain.x[0] * 10) / 10, Math.ceil(domain.x[1] * 10) / 10];
  const ends = text.curves.rangeEnds;
  const range = kind === 'amplification' ? text.curves.cycleRange : text.curves.temperatureRange;
  return (
    <>
      <div
        className={classes['x-zoom']}
        style={{ left: margin.left, top: margin.top + plotHeight + 38, width: plotWidth }}
      >
        <RangeSlider
          size={4}
          thumbSize={16}
          classNames={{ bar: classes['zoom-bar'] ?? '', thumb: classes['zoom-thumb'] ?? '' }}
          min={whole[0]}
          max={whole[1]}
          step={STEP}
          minRange={MIN_TEMPERATURE_SPAN}
          value={[tenth(shown.x[0]), tenth(shown.x[1])]}
          label={null}
          thumbFromLabel={`${range}, ${ends.from}`}
          thumbToLabel={`${range}, ${ends.to}`}
          thumbValueText={(at) => placeText(kind, at)}
          onChange={([from, to]) => {
            onZoom({ ...zoom, x: from <= whole[0] && to >= whole[1] ? null : [from, to] });
          }}
        />
      </div>
      <div
        className={classes['y-zoom']}
        style={{ left: margin.left + plotWidth + 12, top: margin.top, height: plotHeight }}
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
          value={[percent(shown.y[0]), percent(shown.y[1])]}
          label={null}
          thumbFromLabel={`${text.curves.fluorescenceRange}, ${ends.from}`}
          thumbToLabel={`${text.curves.fluorescenceRange}, ${ends.to}`}
          thumbValueText={text.curves.percentText}
          onChange={([from, to]) => {
            onZoom({ ...zoom, y: from === 0 && to === 100 ? null : [ofPercent(from), ofPercent(to)] });
          }}
        />
      </div>
    </>
  );
}
