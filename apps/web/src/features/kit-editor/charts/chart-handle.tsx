import { edgeText, FINE_ZONE_TEMPERATURE_STEP, ZONE_TEMPERATURE_STEP } from '@curvewell/domain';
import { type PointerEvent, useRef, useState } from 'react';

import { text } from '../../../locale/text.ts';
import type { ChartScale } from '../../chart/chart-scale.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import styles from './charts.module.css';
import { type Handle, handleKey, withHandle, withZoneMoved, zoneOf } from './handles.ts';
import { peakCounts, peaksOf } from './peak-counts.ts';

const words = text.kits.charts;

interface ChartHandleProps {
  readonly handle: Handle;
  readonly scale: ChartScale;
  readonly isEntry: boolean;
  readonly isFocused: boolean;
}

/** How a handle moves: with its whole zone or alone, and in which steps, °C. */
interface Move {
  readonly isWhole: boolean;
  readonly step: number;
}

/** Resolution in which edges are stored, °C. */
const UNROUNDED = 0.001;

/** Counts drags, so that each is a separate undo step. */
let drags = 0;

/** A zone edge or a threshold as a slider in the chart. The fields below it edit the same values. */
export function ChartHandle({ handle, scale, isEntry, isFocused }: ChartHandleProps) {
  const { draft, saved, edit, onFocus } = useKitEditing();
  const valueText = useValueText(handle);
  const start = useRef<{ readonly value: number; readonly about: string } | null>(null);
  const [isDragged, setDragged] = useState(false);
  const isEdge = handle.kind === 'edge';
  const { margin, plotWidth, plotHeight } = scale;
  const at = isEdge ? scale.toX(handle.value) : scale.toY(handle.value);
  if (isEdge && (at < -1 || at > plotWidth + 1)) return null;
  const zone = handle.zone === null ? undefined : zoneOf(draft, { phase: handle.phase, zone: handle.zone });
  const before = savedValue(saved, handle, zone?.name);

  const valueAt = (event: PointerEvent<HTMLElement>): number => {
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    return isEdge
      ? scale.fromX(event.clientX - (box?.left ?? 0) - margin.left)
      : scale.fromY(event.clientY - (box?.top ?? 0) - margin.top);
  };
  const move = (value: number, { isWhole, step }: Move): void => {
    const { about = '' } = start.current ?? {};
    edit(
      (channel) =>
        isWhole && handle.kind === 'edge'
          ? withZoneMoved(channel, handle, value, step)
          : withHandle(channel, handle, value, step),
      about,
    );
  };
  const end = (): void => {
    start.current = null;
    setDragged(false);
  };

  return (
    <div
      role="slider"
      tabIndex={isEntry ? 0 : -1}
      data-handle={handleKey(handle)}
      data-kind={handle.kind}
      data-focused={isFocused || undefined}
      className={styles['handle']}
      aria-label={nameOf(handle, zone?.name ?? '')}
      aria-orientation={isEdge ? 'horizontal' : 'vertical'}
      aria-valuemin={isEdge ? 20 : 0}
      aria-valuemax={isEdge ? 110 : 1e9}
      aria-valuenow={handle.value}
      aria-valuetext={valueText}
      style={
        isEdge
          ? { left: margin.left + at - 12, top: margin.top - 4, width: 24, height: plotHeight + 10 }
          : { left: margin.left + plotWidth + 2, top: margin.top + at - 12, width: 46, height: 24 }
      }
      onFocus={() => onFocus(handle)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.focus();
        event.currentTarget.setPointerCapture(event.pointerId);
        drags += 1;
        start.current = { value: handle.value, about: `${handleKey(handle)} drag ${drags}` };
        setDragged(true);
      }}
      onPointerMove={(event) => {
        if (!start.current) return;
        const step = event.altKey ? FINE_ZONE_TEMPERATURE_STEP : ZONE_TEMPERATURE_STEP;
        move(valueAt(event), { isWhole: event.shiftKey, step });
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || start.current === null) return;
        event.stopPropagation();
        move(start.current.value, { isWhole: false, step: UNROUNDED });
        end();
      }}
    >
      <span className={styles['grip']}>{isEdge ? '' : handle.value}</span>
      {isEdge && (isFocused || isDragged) && (
        <span className={styles['bubble']}>
          <b>{words.degrees(handle.value)}</b>
          {before !== null && before !== handle.value && <small>{words.saved(edgeText(before))}</small>}
        </span>
      )}
    </div>
  );
}

function savedValue(
  saved: ReturnType<typeof useKitEditing>['saved'],
  handle: Handle,
  name: string | undefined,
): number | null {
  const phase = saved.phases.find(({ phaseType }) => phaseType === handle.phase);
  const zone = phase?.zones.find((one) => one.name === name);
  if (handle.kind === 'edge') return zone?.[handle.edge] ?? null;
  return (handle.zone === null ? phase?.minThreshold : zone?.minThreshold) ?? null;
}

function nameOf(handle: Handle, zone: string): string {
  if (handle.kind === 'edge') return handle.edge === 'minTemp' ? words.beginOf(zone) : words.endOf(zone);
  return handle.zone === null ? words.thresholdOf(handle.phase) : words.thresholdOfZone(zone);
}

/** “Zone A from 53.0 °C, 64 peaks” */
function useValueText(handle: Handle): string {
  const { draft, evaluated } = useKitEditing();
  const zone =
    (handle.zone === null ? null : zoneOf(draft, { phase: handle.phase, zone: handle.zone })?.name) ?? '';
  const counts = evaluated && peakCounts(peaksOf(evaluated.wells, handle.phase));
  if (handle.kind === 'edge') {
    const value = words.degrees(handle.value);
    const valueText = handle.edge === 'minTemp' ? words.from(zone, value) : words.to(zone, value);
    return counts ? `${valueText}, ${words.peaks(counts.inZone.get(zone) ?? 0)}` : valueText;
  }
  const valueText = words.thresholdText(handle.phase, handle.value);
  return counts ? `${valueText}, ${words.peaksBelow(counts.below)}` : valueText;
}
