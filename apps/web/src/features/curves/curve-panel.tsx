import {
  shiftText,
  type ConstantPhaseInfo,
  type PhaseType,
  type Position,
  type UsedTemplate,
} from '@curvewell/domain';
import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconZoomReset } from '@tabler/icons-react';
import {
  useCallback,
  useDeferredValue,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  type KeyboardEvent,
  type Ref,
} from 'react';

import { text } from '../../locale/text.ts';
import { shortcutsEnabled } from '../../shared/navigation/shortcuts.ts';
import { chartKey, type ChartKeys } from './chart-keys.ts';
import classes from './curve-chart.module.css';
import { CurveChart } from './curve-chart.tsx';
import { curvesDomain, type Curve } from './curve-series.ts';
import { PeakTable } from './peak-table.tsx';
import { TemplateLegend } from './template-areas.tsx';
import { NO_ZOOM, type Zoom, type Zooms } from './zoom-sliders.tsx';

export interface CurvePanelProps {
  readonly height: number;
  readonly phases: {
    readonly all: readonly PhaseType[];
    readonly shown: PhaseType;
    /** The phases for which the selected wells have curves. */
    readonly withData: readonly PhaseType[];
    readonly onShow: (phase: PhaseType) => void;
  };
  readonly channel: string;
  readonly curves: readonly Curve[];
  /** Curves of controls with the same kit, version, buffer and channel. */
  readonly behind: {
    readonly curves: readonly Curve[];
    readonly areShown: boolean;
    readonly onShow: (areShown: boolean) => void;
  };
  readonly info: ConstantPhaseInfo | null;
  /** The templates that a single curve's products are compared with; empty if the kit does not use them. */
  readonly templates?: readonly UsedTemplate[];
  readonly pointed: {
    readonly position: Position | null;
    readonly onPoint: (position: Position | null) => void;
    readonly onPick: (position: Position, options: { readonly toggle: boolean }) => void;
  };
  readonly zooms: Zooms;
  readonly onZooms: (change: (before: Zooms) => Zooms) => void;
  readonly onKey?: (event: KeyboardEvent) => boolean;
  readonly keys?: Ref<ChartKeys>;
}

const NO_CURVES: readonly Curve[] = [];
const NO_TEMPLATES: readonly UsedTemplate[] = [];

/** The chart with its controls: phase, control curves, zoom. */
export function CurvePanel(props: CurvePanelProps) {
  const { curves, behind, info, zooms, onZooms, templates = NO_TEMPLATES } = props;
  const { shown: phase } = props.phases;
  const { position: hovered, onPoint: onHover, onPick } = props.pointed;
  const { ref, width } = useElementSize();
  const zoom = zooms[phase] ?? NO_ZOOM;
  const onZoom = useCallback(
    (next: Zoom): void => {
      onZooms((before) => ({ ...before, [phase]: next }));
    },
    [phase, onZooms],
  );
  // A changed callback would redraw the chart, so the latest one is kept in a ref.
  const pick = useRef(onPick);
  useEffect(() => {
    pick.current = onPick;
  });
  const onCurve = useCallback<typeof onPick>((position, options) => {
    pick.current(position, options);
  }, []);
  // The hidden table can have hundreds of rows, so it renders after the curves.
  const deferredCurves = useDeferredValue(curves);
  const domain = useMemo(() => curvesDomain(curves, info?.threshold ?? null), [curves, info]);
  const size = useMemo(() => ({ width, height: props.height }), [width, props.height]);

  const press = (key: string): boolean => {
    const next = domain && shortcutsEnabled() ? chartKey(key, { curves, hovered, zoom, domain }) : null;
    if (next?.zoom) onZoom(next.zoom);
    if (next?.hovered) onHover(next.hovered);
    return next !== null;
  };
  useImperativeHandle(props.keys, () => ({ press }));
  const onKeyDown = (event: KeyboardEvent): void => {
    const isOnSlider = event.target !== event.currentTarget;
    if (isOnSlider || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' && hovered !== null) onPick(hovered, { toggle: false });
    else if (!press(event.key) && props.onKey?.(event) !== true) return;
    event.preventDefault();
  };

  const figure = text.curves.figure({ count: curves.length, phase, channel: props.channel });
  const label =
    info?.moved === undefined ? figure : `${figure}, ${text.curves.zonesMoved(shiftText(info.moved))}`;
  return (
    <div className={classes['panel']} ref={ref}>
      <PhaseBar
        {...props}
        isZoomed={zoom.x !== null || zoom.y !== null}
        onReset={() => {
          onZoom(NO_ZOOM);
        }}
      />
      {domain ? (
        <div
          role="figure"
          aria-label={label}
          tabIndex={0}
          className={classes['figure']}
          onKeyDown={onKeyDown}
        >
          {width > 0 && (
            <CurveChart
              size={size}
              curves={curves}
              behind={behind.areShown ? behind.curves : NO_CURVES}
              phase={info}
              templates={templates}
              domain={domain}
              zoom={zoom}
              onZoom={onZoom}
              hovered={hovered}
              onHover={onHover}
              onPick={onCurve}
            />
          )}
        </div>
      ) : (
        <NoCurves {...props} />
      )}
      <TemplateLegend templates={templates} />
      <PeakTable curves={deferredCurves} />
    </div>
  );
}

interface PhaseBarProps extends CurvePanelProps {
  readonly isZoomed: boolean;
  readonly onReset: () => void;
}

function PhaseBar({ phases, behind, isZoomed, onReset }: PhaseBarProps) {
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
      <Checkbox
        size="xs"
        label={text.curves.controlsBehind}
        checked={behind.areShown}
        onChange={(event) => {
          behind.onShow(event.currentTarget.checked);
        }}
      />
      <Button
        className={classes['reset']}
        size="xs"
        variant="subtle"
        disabled={!isZoomed}
        leftSection={<IconZoomReset size={14} stroke={1.6} />}
        onClick={onReset}
      >
        {text.curves.resetZoom}
      </Button>
    </div>
  );
}

function NoCurves({ height, phases }: CurvePanelProps) {
  const other = phases.withData.find((candidate) => candidate !== phases.shown);
  return (
    <div className={classes['empty']} style={{ height }}>
      <p>{text.curves.noData(phases.shown)}</p>
      {other && (
        <Button
          variant="subtle"
          onClick={() => {
            phases.onShow(other);
          }}
        >
          {text.curves.otherPhase(other)}
        </Button>
      )}
    </div>
  );
}
