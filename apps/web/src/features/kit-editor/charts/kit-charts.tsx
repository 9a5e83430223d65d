import { FINE_ZONE_TEMPERATURE_STEP, hitText, ZONE_TEMPERATURE_STEP } from '@curvewell/domain';
import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, useCallback, useMemo, useRef } from 'react';

import { text } from '../../../locale/text.ts';
import { diagnosticLook } from '../../../shared/colour/diagnostic-palette.ts';
import { type Range, zoomedBy } from '../../chart/chart-scale.ts';
import { changeZone, type ZonePlace } from '../draft/draft-edits.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import styles from './charts.module.css';
import { MIN_ZOOM, phasePlaces, wholeRange } from './chart-layout.ts';
import { handleAfterKey, handleKey, handlesOf, snapped, withHandle } from './handles.ts';
import { PhaseChart } from './phase-chart.tsx';
import { StatusLine } from './status-line.tsx';

const words = text.kits.charts;

interface KitChartsProps {
  readonly zoom: Range | null;
  readonly onZoom: (zoom: Range | null) => void;
}

/** A chart for each phase on one temperature axis, with draggable zone edges and thresholds. */
export function KitCharts({ zoom, onZoom }: KitChartsProps) {
  const { draft, saved, evaluated, curves, focus, isLocked, diagnostics, edit, onFocus } = useKitEditing();
  const { ref, width, height } = useElementSize();
  const scheme = useComputedColorScheme('light');
  const surface = useRef<HTMLDivElement>(null);
  const whole = useMemo(() => wholeRange(curves, saved.phases), [curves, saved]);
  const range = zoom ?? whole;
  const count = draft.phases.length;
  const places = useMemo(() => phasePlaces(height, count), [height, count]);
  const toneOf = useCallback(
    (diagnostic: string | null) => {
      const color = diagnostics.find((one) => one.diagnostic.name === diagnostic)?.color ?? null;
      return diagnosticLook(diagnostic === null ? null : { diagnostic, color }, scheme).curve;
    },
    [diagnostics, scheme],
  );
  const focusedRule = focus?.kind === 'rule' ? focus.label : null;
  const wells = evaluated?.wells;
  const front = useMemo(() => {
    if (focusedRule === null) return null;
    const ofRule = wells?.filter((well) => hitText(well) === focusedRule) ?? [];
    return new Set(ofRule.map(({ position }) => position));
  }, [focusedRule, wells]);
  const looks = useMemo(() => ({ toneOf, front }), [toneOf, front]);
  const handles = handlesOf(draft);
  const focusedKey = focus && focus.kind !== 'rule' ? handleKey(focus) : null;
  const entry = handles.find((handle) => handleKey(handle) === focusedKey) ?? handles[0];

  const onKeyDown = (event: KeyboardEvent): void => {
    const isArrow = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
    if (event.ctrlKey || event.metaKey || (event.altKey && !isArrow)) return;
    if (event.key === '+' || event.key === '-' || event.key === '−') {
      onZoom(zoomedBy(range, { whole, factor: event.key === '+' ? 0.8 : 1.25, least: MIN_ZOOM }));
    } else if (event.key === '0') onZoom(null);
    else if (event.key === 'Enter' && toDraw !== undefined) draw(toDraw, middleOf(range));
    else if (event.key === 'j' || event.key === 'k') {
      const at = handles.findIndex((handle) => entry && handleKey(handle) === handleKey(entry));
      const next = handles.at(
        (at + (event.key === 'j' ? 1 : -1) + handles.length) % Math.max(1, handles.length),
      );
      if (next) {
        onFocus(next);
        surface.current?.querySelector<HTMLElement>(`[data-handle="${handleKey(next)}"]`)?.focus();
      }
    } else {
      const edgeStep = event.altKey ? FINE_ZONE_TEMPERATURE_STEP : ZONE_TEMPERATURE_STEP;
      const asked = { key: event.key, edgeStep };
      const value =
        entry && event.target !== event.currentTarget ? handleAfterKey(draft, entry, asked) : null;
      if (entry === undefined || value === null) return;
      edit((channel) => withHandle(channel, entry, value, edgeStep), handleKey(entry));
    }
    event.preventDefault();
  };
  /** The first zone of each phase that has no edges yet; the next drag draws it. */
  const zonesToDraw = draft.phases.flatMap(({ phaseType: phase, zones }) => {
    const index = zones.findIndex(({ minTemp, maxTemp }) => minTemp === null && maxTemp === null);
    return index < 0 || isLocked ? [] : [{ phase, index }];
  });
  const [toDraw] = zonesToDraw;
  const draw = (place: ZonePlace, [from, to]: Range): void =>
    edit((channel) => changeZone(channel, place, { minTemp: snapped(from), maxTemp: snapped(to) }));

  return (
    <>
      <div className={styles['charts']} ref={ref}>
        <div
          ref={surface}
          role="group"
          aria-label={toDraw ? words.drawing(toDraw.phase) : words.title}
          tabIndex={handles.length === 0 || toDraw ? 0 : -1}
          className={styles['charts-surface']}
          onKeyDown={onKeyDown}
        >
          {width > 0 && count > 0 && (
            <span className={styles['fluorescence']} aria-hidden="true">
              {words.fluorescence}
            </span>
          )}
          {draft.phases.map((phase, index) => {
            const place = places[index];
            const drawn = zonesToDraw.find((one) => one.phase === phase.phaseType);
            return (
              place &&
              width > 0 && (
                <PhaseChart
                  key={phase.phaseType}
                  phase={phase}
                  place={place}
                  width={width}
                  range={range}
                  looks={looks}
                  focusedKey={focusedKey}
                  handles={isLocked ? [] : handles.filter((handle) => handle.phase === phase.phaseType)}
                  entryKey={entry ? handleKey(entry) : null}
                  isDrawing={drawn !== undefined}
                  onDrag={(dragged) => {
                    if (drawn) draw(drawn, dragged);
                    else if (dragged[1] - dragged[0] >= MIN_ZOOM) onZoom(dragged);
                  }}
                  onReset={() => onZoom(null)}
                />
              )
            );
          })}
        </div>
      </div>
      <StatusLine />
    </>
  );
}

const middleOf = ([from, to]: Range): Range => [(from + to) / 2 - 1, (from + to) / 2 + 1];
