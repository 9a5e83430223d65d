import { curveShapeOf, type CurveShape, type PhaseType } from '@curvewell/domain';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';

import { text } from '../../../locale/text.ts';
import type { ChartScale } from '../../chart/chart-scale.ts';
import { edgeLimits, type RegionEdge, withEdge, withShape } from '../draft/shape-edits.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import { snapped } from './handles.ts';
import styles from './shape-regions.module.css';

const words = text.kits.checks.shapes;
const REGIONS = ['before', 'after'] as const;
const SIDES = [0, 1] as const;

/** The regions before and after the melt on the curves, with draggable edges. */
export function ShapeRegions({ phase, scale }: { readonly phase: PhaseType; readonly scale: ChartScale }) {
  const { channel, version, isLocked } = useKitEditing();
  const shape = curveShapeOf(version.curveShapes, channel);
  if (shape === undefined || shape.phase !== phase) return null;
  const { margin, plotWidth, plotHeight } = scale;
  const within = (temperature: number): number => Math.min(plotWidth, Math.max(0, scale.toX(temperature)));
  return (
    <>
      {REGIONS.map((region) => {
        const [from, to] = shape[region];
        const [left, right] = [within(from), within(to)];
        return (
          <div
            key={region}
            className={styles['region']}
            aria-hidden="true"
            style={{ left: margin.left + left, top: margin.top, width: right - left, height: plotHeight }}
          >
            {right - left > 30 && <span>{words.percent[region]}</span>}
          </div>
        );
      })}
      {!isLocked &&
        REGIONS.flatMap((region) =>
          SIDES.map((side) => (
            <EdgeHandle key={`${region} ${side}`} edge={{ region, side }} shape={shape} scale={scale} />
          )),
        )}
    </>
  );
}

interface EdgeHandleProps {
  readonly edge: RegionEdge;
  readonly shape: CurveShape;
  readonly scale: ChartScale;
}

/** °C */
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 0.1, ArrowLeft: -0.1, PageUp: 1, PageDown: -1 };

/** Counts drags, so that each is a separate undo step. */
let drags = 0;

/** An edge of a region as a slider. The fields below the chart edit the same values. */
function EdgeHandle({ edge, shape, scale }: EdgeHandleProps) {
  const { channel, editVersion } = useKitEditing();
  const about = useRef<string | null>(null);
  const value = shape[edge.region][edge.side];
  const { margin, plotWidth, plotHeight } = scale;
  const at = scale.toX(value);
  if (at < -1 || at > plotWidth + 1) return null;
  const limits = edgeLimits(shape, edge);
  // Home and End stay on the curves.
  const ends: Readonly<Record<string, number>> = {
    Home: Math.max(limits.least, scale.fromX(0)),
    End: Math.min(limits.most, scale.fromX(plotWidth)),
  };
  const move = (wanted: number, step: string): void =>
    editVersion((before) => withShape(before, channel, withEdge(shape, edge, snapped(wanted))), step);
  return (
    <div
      role="slider"
      tabIndex={0}
      className={styles['edge']}
      aria-label={words.edge[edge.region][edge.side]}
      aria-orientation="horizontal"
      aria-valuemin={limits.least}
      aria-valuemax={limits.most}
      aria-valuenow={value}
      aria-valuetext={words.degrees(value)}
      style={{ left: margin.left + at - 12, top: margin.top, width: 24, height: plotHeight }}
      onPointerDown={(event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.stopPropagation();
        event.currentTarget.focus();
        event.currentTarget.setPointerCapture(event.pointerId);
        drags += 1;
        about.current = `shape drag ${drags}`;
      }}
      onPointerMove={(event: PointerEvent<HTMLElement>) => {
        if (about.current === null) return;
        const box = event.currentTarget.parentElement?.getBoundingClientRect();
        move(scale.fromX(event.clientX - (box?.left ?? 0) - margin.left), about.current);
      }}
      onPointerUp={() => {
        about.current = null;
      }}
      onPointerCancel={() => {
        about.current = null;
      }}
      onKeyDown={(event: KeyboardEvent<HTMLElement>) => {
        const step = STEPS[event.key];
        const wanted = step === undefined ? ends[event.key] : value + step;
        if (wanted === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        move(wanted, `shape ${edge.region} ${edge.side}`);
      }}
    >
      <span className={styles['line']} />
    </div>
  );
}
