import {
  shiftText,
  type ConstantPhaseInfo,
  type PhaseType,
  type Position,
  type UsedTemplate,
} from '@curvewell/domain';
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
} from 'react';

import { text } from '../../locale/text.ts';
import { shortcutsEnabled } from '../../shared/navigation/shortcuts.ts';
import type { ChartSize, Domain, Margin, Range } from '../chart/chart-scale.ts';
import type { Stroke } from '../chart/curve-canvas.tsx';
import { chartKey, crossKey, heightKey, type ChartKeys } from './chart-keys.ts';
import { type Cross, crossFigures, placeText } from './cross-hair.tsx';
import classes from './curve-chart.module.css';
import { CurveChart } from './curve-chart.tsx';
import type { DrawnGroup } from './curve-groups.ts';
import { type Curve, type CurveKind, zoomedDomain } from './curve-series.ts';
import { type ChartId, withZoom, type Zoom, type Zooms } from './zoom.ts';

/** What one chart shows: a phase, by slope or fluorescence. */
export interface ChartOf {
  readonly phase: PhaseType;
  readonly kind: CurveKind;
  /** Without hidden groups, in reading order. */
  readonly curves: readonly Curve[];
  /** The same by result. Called by each chart, so that the page can respond in between. */
  readonly drawGroups: () => readonly DrawnGroup[];
  /** Curves of controls with the same kit, version, buffer and channel. */
  readonly behind: readonly Curve[];
  /** Lines of other runs. */
  readonly references: readonly Stroke[];
  readonly info: ConstantPhaseInfo | null;
  /** The templates that a single curve's products are compared with. */
  readonly templates: readonly UsedTemplate[];
  /** Of all groups, so that hiding one does not rescale the others. */
  readonly domain: Domain;
}

export interface CurveFigureProps {
  readonly charts: readonly ChartOf[];
  /** Of the whole figure. */
  readonly size: ChartSize;
  /** Charts side by side, if it is large; null: one chart with sliders. */
  readonly columns: number | null;
  readonly channel: string;
  readonly pointed: {
    readonly position: Position | null;
    readonly onPoint: (position: Position | null) => void;
    readonly onPick: (position: Position, options: { readonly toggle: boolean }) => void;
  };
  readonly zooms: Zooms;
  readonly onZooms: (change: (before: Zooms) => Zooms) => void;
  readonly cross: Cross;
  readonly isWheelZoom?: boolean;
  readonly onKey?: (event: KeyboardEvent) => boolean;
  readonly keys?: Ref<ChartKeys>;
}

const idOf = ({ phase, kind }: Pick<ChartOf, 'phase' | 'kind'>): ChartId => `${phase} ${kind}`;

/** One chart, or several with the same temperatures, with the keys for zoom, curves and cross-hair. */
export function CurveFigure(props: CurveFigureProps) {
  const { charts, columns, channel, zooms, onZooms, cross } = props;
  const { position: hovered, onPoint } = props.pointed;
  const figure = useRef<HTMLDivElement>(null);
  const [figures, announce] = useState('');
  const curves = charts[0]?.curves ?? [];
  const whole = useMemo(() => sharedTemperatures(charts), [charts]);
  // Charts below each other have the same temperatures.
  const shown = useMemo(
    () => charts.map((chart) => ({ ...chart, id: idOf(chart), domain: { ...chart.domain, x: whole } })),
    [charts, whole],
  );

  const press = (key: string): boolean => {
    const next = shortcutsEnabled() ? chartKey(key, { curves, hovered, zooms, whole }) : null;
    const zoomed = next?.zooms;
    if (zoomed) onZooms(() => zoomed);
    if (next?.hovered) onPoint(next.hovered);
    return next !== null;
  };
  useImperativeHandle(props.keys, () => ({ press, focus: () => figure.current?.focus() }));
  /** Keys that mean something else on the plate. */
  const pressHere = (event: KeyboardEvent): boolean => {
    const { x } = zoomedDomain({ x: whole, y: [0, 1] }, { x: zooms.x, y: null });
    const at = crossKey(event, { cross: cross.get(), shown: x });
    const heights = heightKey(event.key, { zooms, charts: shown });
    if (at !== null) {
      cross.set(at);
      announce(crossWords(shown, at));
    }
    if (heights) onZooms(() => heights);
    return at !== null || heights !== null;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const isOnSlider = event.target !== event.currentTarget;
    if (isOnSlider || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' && hovered !== null) props.pointed.onPick(hovered, { toggle: false });
    else if (!pressHere(event) && !press(event.key) && props.onKey?.(event) !== true) return;
    event.preventDefault();
  };
  // A changed callback would redraw the charts, so the latest one is kept in a ref.
  const { onPick } = props.pointed;
  const pick = useRef(onPick);
  useEffect(() => {
    pick.current = onPick;
  });
  const onCurve = useCallback<typeof onPick>((position, options) => pick.current(position, options), []);

  const sizes = chartSizes(props);
  return (
    <div
      ref={figure}
      role="figure"
      aria-label={labelOf(charts, channel)}
      tabIndex={0}
      className={classes['figure']}
      data-columns={columns ?? undefined}
      onKeyDown={onKeyDown}
    >
      {shown.map((chart, index) => {
        const place = sizes[index];
        return (
          place &&
          place.width > 0 && (
            <FigureChart key={chart.id} {...props} chart={chart} place={place} onPick={onCurve} />
          )
        );
      })}
      <span role="status" className="visually-hidden">
        {figures}
      </span>
    </div>
  );
}

interface FigureChartProps extends Omit<CurveFigureProps, 'charts' | 'size'> {
  readonly chart: ChartOf & { readonly id: ChartId };
  readonly place: ChartPlace;
  readonly onPick: CurveFigureProps['pointed']['onPick'];
}

function FigureChart({ chart, place, columns, zooms, onZooms, pointed, cross, ...on }: FigureChartProps) {
  const { id, phase, info, drawGroups, ...of } = chart;
  const groups = useMemo(() => drawGroups(), [drawGroups]);
  const { x } = zooms;
  const y = zooms.y[id] ?? null;
  const zoom = useMemo(() => ({ x, y }), [x, y]);
  const onZoom = useCallback(
    (next: Zoom): void => onZooms((before) => withZoom(before, id, next)),
    [id, onZooms],
  );
  const { width, height, margin, isLowest } = place;
  const size = useMemo(() => ({ width, height }), [width, height]);
  const large = useMemo(
    () =>
      columns === null
        ? undefined
        : { title: of.kind === 'amplification' ? text.curves.modes.amplification : phase, isLowest },
    [columns, of.kind, phase, isLowest],
  );
  return (
    <CurveChart
      {...of}
      groups={groups}
      size={size}
      {...(large && { large, margin })}
      phase={info}
      zoom={zoom}
      onZoom={onZoom}
      isWheelZoom={on.isWheelZoom === true}
      cross={cross}
      hovered={pointed.position}
      onHover={pointed.onPoint}
      onPick={on.onPick}
    />
  );
}

/** Between charts, px. */
const GAP = 8;
const LEFT = { slope: 46, fluorescence: 56, percent: 46 } as const;
const TOP = 24;
const RIGHT = 12;
/** Below the lowest chart are the temperatures, px. */
const BOTTOM = { lowest: 34, other: 12 } as const;

function marginsOf(left: number): Record<'lowest' | 'other', Margin> {
  const around = { left, top: TOP, right: RIGHT };
  return { lowest: { ...around, bottom: BOTTOM.lowest }, other: { ...around, bottom: BOTTOM.other } };
}

/** One for each kind and row, because a chart is redrawn when its margin changes. */
const MARGINS = {
  slope: marginsOf(LEFT.slope),
  fluorescence: marginsOf(LEFT.fluorescence),
  normalised: marginsOf(LEFT.percent),
  difference: marginsOf(LEFT.percent),
  amplification: marginsOf(LEFT.fluorescence),
} as const satisfies Record<CurveKind, Record<string, Margin>>;

interface ChartPlace extends ChartSize {
  readonly margin: Margin;
  readonly isLowest: boolean;
}

/** Charts of equal plots in rows. */
function chartSizes({
  charts,
  size,
  columns,
}: Pick<CurveFigureProps, 'charts' | 'size' | 'columns'>): ChartPlace[] {
  if (columns === null) return [{ ...size, margin: MARGINS.slope.lowest, isLowest: true }];
  const rows = Math.ceil(charts.length / columns);
  const width = Math.floor((size.width - GAP * (columns - 1)) / columns);
  const extra = BOTTOM.lowest - BOTTOM.other;
  const height = Math.floor((size.height - GAP * (rows - 1) - extra) / rows);
  return charts.map(({ kind }, index) => {
    const isLowest = Math.floor(index / columns) === rows - 1;
    return {
      width,
      height: isLowest ? height + extra : height,
      margin: MARGINS[kind][isLowest ? 'lowest' : 'other'],
      isLowest,
    };
  });
}

/** The temperatures of all charts, °C. */
export function sharedTemperatures(charts: readonly ChartOf[]): Range {
  const ranges = charts.map(({ domain }) => domain.x);
  return [Math.min(...ranges.map(([from]) => from)), Math.max(...ranges.map(([, to]) => to))];
}

/** “Curves of 96 wells, ANNEAL and MELT, FAM, zones +0.31 °C” */
function labelOf(charts: readonly ChartOf[], channel: string): string {
  const phases = [
    ...new Set(charts.map(({ phase, kind }) => (kind === 'amplification' ? text.curves.modes[kind] : phase))),
  ];
  const count = charts[0]?.curves.length ?? 0;
  const moved = charts.find(({ info }) => info?.moved !== undefined)?.info?.moved;
  const figure = text.curves.figure({ count, phase: phases.join(text.curves.and), channel });
  return moved === undefined ? figure : `${figure}, ${text.curves.zonesMoved(shiftText(moved))}`;
}

/** “60.8 °C. ANNEAL: M 311, X 165. MELT: X 8” */
const crossWords = (charts: readonly ChartOf[], at: number): string =>
  [
    placeText(charts[0]?.kind ?? 'slope', at),
    ...charts.map(({ phase, drawGroups }) => {
      const figures = crossFigures(drawGroups(), at);
      return text.curves.crossFigures(
        phase,
        figures.map(
          ({ group, value, note }) =>
            `${group.look.code} ${text.curves.crossValue(value, figures[0]?.value ?? value)}${note === null ? '' : ` (${note})`}`,
        ),
      );
    }),
  ].join('. ');
