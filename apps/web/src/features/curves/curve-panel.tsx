import type { PhaseType } from '@curvewell/domain';
import { ActionIcon, Button, Kbd, SegmentedControl, Select, Tooltip } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconChartLine, IconLayoutGrid, IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react';
import { useDeferredValue, useMemo, type ReactNode } from 'react';

import { text } from '../../locale/text.ts';
import classes from './curve-chart.module.css';
import { CurveFigure, sharedTemperatures, type ChartOf, type CurveFigureProps } from './curve-figure.tsx';
import type { CurveGroup } from './curve-groups.ts';
import { CurveLegend, type HiddenGroups } from './curve-legend.tsx';
import { type CurveKind, isShapeKind } from './curve-series.ts';
import { PeakTable } from './peak-table.tsx';
import { TemplateLegend } from './template-areas.tsx';
import { FARTHER, isZoomed, NEARER, NO_ZOOMS, steppedZooms } from './zoom.ts';

/** One kind of curves; slopes and fluorescence side by side; or normalised curves above their differences. */
export type CurveMode = CurveKind | 'both' | 'shapes';

export interface CurvePanelProps extends Omit<CurveFigureProps, 'charts' | 'size' | 'columns'> {
  /** Of the chart, px; null: large charts fill their place. */
  readonly height: number | null;
  readonly phases: {
    readonly all: readonly PhaseType[];
    readonly shown: PhaseType;
    /** The phases for which the selected wells have curves. */
    readonly withData: readonly PhaseType[];
    readonly onShow: (phase: PhaseType) => void;
    /** Whether the kit normalises the curves of the channel. */
    readonly hasShapes?: boolean;
    /** Whether the run holds the amplification of the channel. */
    readonly hasAmplification?: boolean;
  };
  readonly mode: CurveMode;
  readonly onMode: (mode: CurveMode) => void;
  /** One chart, or in the large mode those of all phases, row by row. Those without curves are missing. */
  readonly charts: readonly ChartOf[];
  /** All groups, also hidden ones. */
  readonly groups: readonly CurveGroup[];
  readonly hidden: HiddenGroups;
  readonly onHide: (hidden: HiddenGroups) => void;
  readonly onLarge: () => void;
  /** The choice of what the curves are compared with, and its legend. */
  readonly compare: ReactNode;
  readonly compared: ReactNode;
  /** Why there are no curves; null: the phase has none. */
  readonly message?: string | null;
}

/** The charts with their controls: phase, quantity, comparison, zoom, results. */
export function CurvePanel(props: CurvePanelProps) {
  const { height, charts, groups } = props;
  const { ref, width, height: room } = useElementSize();
  const isLarge = height === null;
  // While the fluorescence loads, or without it, there are only slopes.
  const kinds = new Set(charts.map(({ kind }) => kind)).size;
  const size = useMemo(() => ({ width, height: height ?? room }), [width, height, room]);
  // The hidden tables can have hundreds of rows, so they render after the curves.
  const deferred = useDeferredValue(charts);
  return (
    <div className={classes['panel']} data-large={isLarge || undefined}>
      {isLarge ? <LargeBar {...props} /> : <PhaseBar {...props} />}
      {!isLarge && <Message {...props} />}
      <div ref={ref} className={classes['charts']}>
        {charts.length === 0 ? (
          <NoCurves {...props} />
        ) : (
          <CurveFigure {...props} size={size} columns={isLarge ? columnsOf(charts, kinds) : null} />
        )}
      </div>
      {charts.map(({ phase, kind, templates }) => (
        <TemplateLegend key={`${phase} ${kind}`} templates={kind === 'slope' ? templates : NO_TEMPLATES} />
      ))}
      <CurveLegend groups={groups} hidden={props.hidden} onHide={props.onHide}>
        {props.compared}
      </CurveLegend>
      {deferred.map(
        ({ phase, kind, curves }) =>
          kind === 'slope' && <PeakTable key={phase} phase={phase} curves={curves} />,
      )}
    </div>
  );
}

/** Kinds side by side; normalised curves above their differences. */
const columnsOf = (charts: readonly ChartOf[], kinds: number): number =>
  charts.some(({ kind }) => isShapeKind(kind)) ? 1 : kinds;

const NO_TEMPLATES: ChartOf['templates'] = [];

function PhaseBar({ phases, mode, onMode, zooms, onZooms, compare, onLarge }: CurvePanelProps) {
  return (
    <div className={classes['bar']}>
      <SegmentedControl
        size="xs"
        aria-label={text.curves.phase}
        data={[...phases.all]}
        value={phases.shown}
        onChange={(value) => {
          const chosen = phases.all.find((phase) => phase === value);
          if (chosen) phases.onShow(chosen);
        }}
      />
      <Select
        size="xs"
        className={classes['mode']}
        aria-label={text.curves.mode}
        allowDeselect={false}
        data={offered(phases, KINDS, SHAPE_KINDS).map((kind) => ({
          value: kind,
          label: text.curves.modes[kind],
        }))}
        value={kindOf(mode)}
        onChange={(value) => onMode(ALL_KINDS.find((kind) => kind === value) ?? 'slope')}
      />
      {compare}
      <Tooltip label={text.curves.resetZoom}>
        <ActionIcon
          className={classes['end']}
          variant="subtle"
          color="gray"
          aria-label={text.curves.resetZoom}
          disabled={!isZoomed(zooms)}
          onClick={() => onZooms(() => NO_ZOOMS)}
        >
          <IconZoomReset size={16} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconChartLine size={15} stroke={1.6} />}
        onClick={onLarge}
      >
        {text.curves.large}
        <Kbd size="xs" ml={6}>
          f
        </Kbd>
      </Button>
    </div>
  );
}

const KINDS: readonly CurveKind[] = ['slope', 'fluorescence'];
const SHAPE_KINDS: readonly CurveKind[] = ['normalised', 'difference'];
const ALL_KINDS: readonly CurveKind[] = [...KINDS, ...SHAPE_KINDS, 'amplification'];
const MODES: readonly CurveMode[] = [...KINDS, 'both'];
const SHAPE_MODES: readonly CurveMode[] = ['shapes'];
const ALL_MODES: readonly CurveMode[] = [...MODES, ...SHAPE_MODES, 'amplification'];

/** The kinds of curves that the run and its kit have. */
const offered = <Mode extends CurveMode>(
  { hasShapes, hasAmplification }: CurvePanelProps['phases'],
  plain: readonly Mode[],
  shapes: readonly Mode[],
): readonly (Mode | 'amplification')[] => [
  ...plain,
  ...(hasShapes === true ? shapes : []),
  ...(hasAmplification === true ? (['amplification'] as const) : []),
];

/** The panel has no place for two charts. */
function kindOf(mode: CurveMode): CurveKind {
  if (mode === 'both') return 'slope';
  return mode === 'shapes' ? 'normalised' : mode;
}

/** The large chart shows normalised curves and their differences together. */
const largeMode = (mode: CurveMode): CurveMode =>
  mode === 'normalised' || mode === 'difference' ? 'shapes' : mode;

/** Why a kind of curves is missing. Without any curves, their place says it. */
function Message({ message = null, charts }: CurvePanelProps) {
  return (
    message !== null &&
    charts.length > 0 && (
      <p className={classes['note']} role="status">
        {message}
      </p>
    )
  );
}

function LargeBar(props: CurvePanelProps) {
  const { phases, mode, onMode, charts, zooms, onZooms, compare, onLarge } = props;
  return (
    <div className={classes['bar']} data-large>
      <SegmentedControl
        size="xs"
        aria-label={text.curves.mode}
        data={offered(phases, MODES, SHAPE_MODES).map((value) => ({
          value,
          label: text.curves.modes[value],
        }))}
        value={largeMode(mode)}
        onChange={(value) => onMode(ALL_MODES.find((one) => one === value) ?? 'slope')}
      />
      {compare}
      <ZoomButtons charts={charts} zooms={zooms} onZooms={onZooms} />
      {isZoomed(zooms) ? (
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconZoomReset size={15} stroke={1.6} />}
          onClick={() => onZooms(() => NO_ZOOMS)}
        >
          {text.curves.resetZoom}
          <Kbd size="xs" ml={6}>
            0
          </Kbd>
        </Button>
      ) : (
        <span className={classes['hint']}>{text.curves.zoomHint}</span>
      )}
      {/* On its own line it would move the charts when it goes. */}
      <Message {...props} />
      <Button
        className={classes['end']}
        size="xs"
        variant="default"
        leftSection={<IconLayoutGrid size={15} stroke={1.6} />}
        onClick={onLarge}
      >
        {text.curves.largePlate}
        <Kbd size="xs" ml={6}>
          f
        </Kbd>
      </Button>
    </div>
  );
}

/** The same as `+` and `−`. */
function ZoomButtons({ charts, zooms, onZooms }: Pick<CurvePanelProps, 'charts' | 'zooms' | 'onZooms'>) {
  const zoomBy = (factor: number): void => {
    const whole = sharedTemperatures(charts);
    onZooms((before) => steppedZooms(before, { whole, factor }));
  };
  const isWhole = zooms.x === null;
  return (
    <span className={classes['zoom-buttons']}>
      <Tooltip label={text.curves.zoomIn}>
        <ActionIcon
          variant="default"
          aria-label={text.curves.zoomIn}
          disabled={charts.length === 0}
          onClick={() => zoomBy(NEARER)}
        >
          <IconZoomIn size={16} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={text.curves.zoomOut}>
        <ActionIcon
          variant="default"
          aria-label={text.curves.zoomOut}
          disabled={isWhole}
          onClick={() => zoomBy(FARTHER)}
        >
          <IconZoomOut size={16} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    </span>
  );
}

function NoCurves({ height, phases, message = null }: CurvePanelProps) {
  const other = phases.withData.find((candidate) => candidate !== phases.shown);
  return (
    <div className={classes['empty']} style={height === null ? undefined : { height }}>
      <p>{message ?? text.curves.noData(phases.shown)}</p>
      {message === null && other && (
        <Button variant="subtle" onClick={() => phases.onShow(other)}>
          {text.curves.otherPhase(other)}
        </Button>
      )}
    </div>
  );
}
