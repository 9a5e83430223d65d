import { FINE_ZONE_TEMPERATURE_STEP, hitText, ZONE_TEMPERATURE_STEP } from '@curvewell/domain';
import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, useCallback, useMemo, useRef } from 'react';

import { text } from '../../../locale/text.ts';
import { temperatureTicks } from '../../curves/curve-series.ts';
import { diagnosticLook } from '../../../shared/diagnostic-palette.ts';
import { changedZone, type ZonePlace } from '../draft/draft-edits.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import styles from '../kit-editor.module.css';
import { LEAST_ZOOM, type PhasePlot, phasePlots, type Range, wholeRange, zoomedBy } from './chart-layout.ts';
import { ChartHandle } from './chart-handle.tsx';
import { CurveCanvas } from './curve-canvas.tsx';
import { handleAfterKey, handleKey, handlesOf, snapped, withHandle } from './handles.ts';
import { peakCounts, peaksOf } from './peak-counts.ts';
import { PlotGround } from './plot-ground.tsx';
import { FrontMarks, GroundMarks } from './plot-marks.tsx';
import { StatusLine } from './status-line.tsx';

const words = text.kits.charts;

interface KitChartsProps {
  readonly zoom: Range | null;
  readonly onZoom: (zoom: Range | null) => void;
}

/** A chart for each phase on one temperature axis, with edges and thresholds to be dragged. */
export function KitCharts({ zoom, onZoom }: KitChartsProps) {
  const { draft, saved, judged, curves, focus, isLocked, diagnostics, edit, onFocus } = useKitEditing();
  const { ref, width, height } = useElementSize();
  const scheme = useComputedColorScheme('light');
  const surface = useRef<HTMLDivElement>(null);
  const whole = useMemo(() => wholeRange(curves), [curves]);
  const range = zoom ?? whole;
  const plots = useMemo(
    () => phasePlots({ width, height, phases: draft.phases, curves, zoom }),
    [width, height, draft.phases, curves, zoom],
  );
  const toneOf = useCallback(
    (diagnostic: string | null) => {
      const color = diagnostics.find((one) => one.diagnostic.name === diagnostic)?.color ?? null;
      return diagnosticLook(diagnostic === null ? null : { diagnostic, color }, scheme).curve;
    },
    [diagnostics, scheme],
  );
  const focusedRule = focus?.kind === 'rule' ? focus.label : null;
  const wells = useMemo(() => judged?.wells ?? [], [judged]);
  const front = useMemo(
    () =>
      focusedRule === null
        ? null
        : new Set(wells.filter((well) => hitText(well) === focusedRule).map(({ position }) => position)),
    [focusedRule, wells],
  );
  const handles = handlesOf(draft);
  const focusedKey = focus && focus.kind !== 'rule' ? handleKey(focus) : null;
  const entry = handles.find((handle) => handleKey(handle) === focusedKey) ?? handles[0];

  const onKeyDown = (event: KeyboardEvent): void => {
    const isArrow = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
    if (event.ctrlKey || event.metaKey || (event.altKey && !isArrow)) return;
    if (event.key === '+' || event.key === '-' || event.key === '−') {
      onZoom(zoomedBy(range, whole, event.key === '+' ? 0.8 : 1.25));
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
  /** A zone that has neither beginning nor end yet is drawn by the next drag in its phase. */
  const zonesToDraw = draft.phases.flatMap(({ phaseType: phase, zones }) => {
    const index = zones.findIndex(({ minTemp, maxTemp }) => minTemp === null && maxTemp === null);
    return index < 0 || isLocked ? [] : [{ phase, index }];
  });
  const [toDraw] = zonesToDraw;
  const draw = (place: ZonePlace, [from, to]: Range): void => {
    edit((channel) => changedZone(channel, place, { minTemp: snapped(from), maxTemp: snapped(to) }));
  };

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
          {width > 0 && draft.phases.length > 0 && (
            <>
              <svg width={width} height={height} className={styles['marks']} aria-hidden>
                <defs>
                  <pattern
                    id="kit-overlap"
                    width="6"
                    height="6"
                    patternUnits="userSpaceOnUse"
                    patternTransform="rotate(45)"
                  >
                    <rect width="2" height="6" fill="var(--danger)" opacity={0.7} />
                  </pattern>
                </defs>
                {each(plots, draft.phases, (plot, phase) => (
                  <GroundMarks
                    key={plot.phase}
                    plot={plot}
                    phase={phase}
                    saved={saved.phases.find(({ phaseType }) => phaseType === plot.phase)}
                  />
                ))}
                <Temperatures plots={plots} range={range} />
              </svg>
              {plots.map((plot) => (
                <PhaseCurves key={plot.phase} plot={plot} toneOf={toneOf} front={front} />
              ))}
              <svg width={width} height={height} className={styles['marks']} aria-hidden>
                {each(plots, draft.phases, (plot, phase) => (
                  <FrontMarks
                    key={plot.phase}
                    plot={plot}
                    phase={phase}
                    saved={undefined}
                    counts={judged && peakCounts(peaksOf(judged.wells, plot.phase))}
                    countsBefore={judged && peakCounts(peaksOf(judged.before.values(), plot.phase))}
                  />
                ))}
              </svg>
              {plots.map((plot) => {
                const place = zonesToDraw.find(({ phase }) => phase === plot.phase);
                return (
                  <PlotGround
                    key={plot.phase}
                    plot={plot}
                    wells={wells}
                    isDrawing={place !== undefined}
                    onDrag={(from, to) => {
                      if (place) draw(place, [from, to]);
                      else if (to - from >= LEAST_ZOOM) onZoom([from, to]);
                    }}
                    onReset={() => {
                      onZoom(null);
                    }}
                  />
                );
              })}
              {!isLocked &&
                handles.map((handle) => {
                  const plot = plots.find((one) => one.phase === handle.phase);
                  return (
                    plot && (
                      <ChartHandle
                        key={handleKey(handle)}
                        handle={handle}
                        plot={plot}
                        isEntry={entry !== undefined && handleKey(entry) === handleKey(handle)}
                        isFocused={focusedKey === handleKey(handle)}
                      />
                    )
                  );
                })}
            </>
          )}
        </div>
      </div>
      <StatusLine />
    </>
  );
}

const middleOf = ([from, to]: Range): Range => [(from + to) / 2 - 1, (from + to) / 2 + 1];

function each<Phase extends { readonly phaseType: string }, Result>(
  plots: readonly PhasePlot[],
  phases: readonly Phase[],
  draw: (plot: PhasePlot, phase: Phase) => Result,
): Result[] {
  return plots.flatMap((plot) => {
    const phase = phases.find(({ phaseType }) => phaseType === plot.phase);
    return phase ? [draw(plot, phase)] : [];
  });
}

interface PhaseCurvesProps {
  readonly plot: PhasePlot;
  readonly toneOf: (diagnostic: string | null) => string;
  readonly front: ReadonlySet<string> | null;
}

function PhaseCurves({ plot, ...look }: PhaseCurvesProps) {
  const { judged, curves } = useKitEditing();
  const peaks = useMemo(() => (judged ? peaksOf(judged.wells, plot.phase) : []), [judged, plot.phase]);
  return (
    judged && (
      <CurveCanvas plot={plot} lines={curves?.get(plot.phase)} wells={judged.wells} peaks={peaks} {...look} />
    )
  );
}

/** One axis for all phases, below the last. */
function Temperatures({ plots, range }: { readonly plots: readonly PhasePlot[]; readonly range: Range }) {
  const last = plots.at(-1);
  const first = plots[0];
  if (!last || !first) return null;
  const bottom = last.top + last.height;
  return (
    <g fill="var(--ink2)" textAnchor="middle">
      {temperatureTicks(range).map((value) => (
        <g key={value}>
          <line
            x1={last.toX(value)}
            x2={last.toX(value)}
            y1={bottom}
            y2={bottom + 4}
            stroke="var(--control)"
          />
          <text x={last.toX(value)} y={bottom + 16}>
            {value}
          </text>
        </g>
      ))}
      <text x={last.left + last.width / 2} y={bottom + 31}>
        {words.temperature}
      </text>
      <text transform={`translate(11 ${(first.top + bottom) / 2}) rotate(-90)`}>{words.fluorescence}</text>
    </g>
  );
}
