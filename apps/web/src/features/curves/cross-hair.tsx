import { text } from '../../locale/text.ts';
import { useObservable, type Observable } from '../../shared/hooks/observable.ts';
import { plotPlace, type ChartScale } from '../chart/chart-scale.ts';
import { PlotLayer } from '../chart/plot-layer.tsx';
import classes from './curve-chart.module.css';
import type { DrawnGroup } from './curve-groups.ts';
import { type CurveKind, valueAt } from './curve-series.ts';

/** The temperature that all charts show figures for, °C; null: none. */
export type Cross = Observable<number | null>;

export interface CrossFigure {
  readonly group: DrawnGroup;
  readonly value: number;
  /** Of a single curve. */
  readonly note: string | null;
}

/** The medians of the groups at a temperature, highest first. */
export const crossFigures = (groups: readonly DrawnGroup[], temperature: number): readonly CrossFigure[] =>
  groups
    .flatMap((group) => {
      const value = valueAt(group.median, temperature);
      const [first, ...others] = group.curves;
      const note = others.length === 0 ? (first?.note ?? null) : null;
      return value === null ? [] : [{ group, value, note }];
    })
    .sort((first, second) => second.value - first.value);

/** More would cover a low chart. */
const MAX_FIGURES = 8;

/** “60.8 °C”, “cycle 27.4” */
export const placeText = (kind: CurveKind, at: number): string =>
  kind === 'amplification' ? text.curves.cycleText(at) : text.curves.temperatureText(at);

interface CrossHairProps {
  readonly kind: CurveKind;
  readonly cross: Cross;
  readonly groups: readonly DrawnGroup[];
  readonly scale: ChartScale;
}

/** A line at one temperature with a dot on each median, and the figures in a corner away from it. */
export function CrossHair({ kind, cross, groups, scale }: CrossHairProps) {
  const at = useObservable(cross);
  const [from, to] = scale.shown.x;
  if (at === null || at < from || at > to) return null;
  const x = scale.toX(at);
  const figures = crossFigures(groups, at);
  return (
    <>
      <PlotLayer scale={scale} isClipped>
        <line x1={x} x2={x} y1={0} y2={scale.plotHeight} stroke="var(--ink)" data-cross />
        {figures.map(({ group, value }) => (
          <circle
            key={group.key}
            cx={x}
            cy={scale.toY(value)}
            r={3.5}
            fill={group.look.curve}
            stroke="var(--surface)"
            strokeWidth={1.5}
          />
        ))}
      </PlotLayer>
      <div className={classes['figures-place']} style={plotPlace(scale)} aria-hidden="true">
        <div className={classes['figures']} data-left={x > scale.plotWidth / 2 || undefined}>
          <b>{placeText(kind, at)}</b>
          {figures.slice(0, MAX_FIGURES).map(({ group, value, note }) => (
            <span key={group.key}>
              <i style={{ background: group.look.curve }} />
              {group.look.code}
              <span>{text.curves.crossValue(value, figures[0]?.value ?? value)}</span>
              {note !== null && <small>{note}</small>}
            </span>
          ))}
        </div>
      </div>
    </>
  );
}
