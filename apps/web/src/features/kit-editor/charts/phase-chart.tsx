import type { EvaluatedWell } from '@curvewell/domain';
import { useMemo } from 'react';

import type { Range } from '../../chart/chart-scale.ts';
import { CurveCanvas } from '../../chart/curve-canvas.tsx';
import { PlotLayer } from '../../chart/plot-layer.tsx';
import type { PhaseDraft } from '../draft/kit-draft.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import styles from './charts.module.css';
import { ChartHandle } from './chart-handle.tsx';
import { type PhasePlace, phaseRange, phaseScale } from './chart-layout.ts';
import { dotsOf, strokesOf, type WellLooks } from './curve-looks.ts';
import { type Handle, handleKey } from './handles.ts';
import { peakCounts, peaksOf } from './peak-counts.ts';
import { PhaseFrame } from './phase-frame.tsx';
import { PhaseMarks } from './phase-marks.tsx';
import { PhasePointer } from './phase-pointer.tsx';
import { SuggestionMarks } from '../threshold/suggestion-marks.tsx';
import { useSuggestion } from '../threshold/use-suggestion.ts';
import { ShapeRegions } from './shape-regions.tsx';

export interface PhaseChartProps {
  readonly phase: PhaseDraft;
  readonly place: PhasePlace;
  readonly width: number;
  /** The visible temperatures, °C. */
  readonly range: Range;
  readonly looks: WellLooks;
  readonly handles: readonly Handle[];
  /** The focused handle and the one that Tab reaches first. */
  readonly focusedKey: string | null;
  readonly entryKey: string | null;
  readonly isDrawing: boolean;
  readonly onDrag: (range: Range) => void;
  readonly onReset: () => void;
}

const NO_WELLS: readonly EvaluatedWell[] = [];

/** The curves of a phase with draggable zone edges and thresholds. */
export function PhaseChart(props: PhaseChartProps) {
  const { phase, place, width, range, looks, handles, focusedKey, entryKey } = props;
  const { saved, evaluated, curves, focus } = useKitEditing();
  const suggestion = useSuggestion(phase);
  const isThreshold = focus?.kind === 'threshold' && focus.phase === phase.phaseType && focus.zone === null;
  const lines = curves?.get(phase.phaseType);
  const wells = evaluated?.wells ?? NO_WELLS;
  const [from, to] = range;
  const [low, high] = phaseRange(lines, phase);
  // Memoised by value, so that only the marks are redrawn during a drag.
  const scale = useMemo(
    () => phaseScale({ ...place, width }, { x: [from, to], y: [low, high] }),
    [place, width, from, to, low, high],
  );
  const peaks = useMemo(() => peaksOf(wells, phase.phaseType), [wells, phase.phaseType]);
  const strokes = useMemo(() => strokesOf({ lines, wells, ...looks }), [lines, wells, looks]);
  const dots = useMemo(() => dotsOf({ peaks, wells, ...looks }), [peaks, wells, looks]);

  return (
    <div className={styles['phase-chart']} style={{ top: place.top, width, height: place.height }}>
      <div aria-hidden="true">
        <PhaseFrame
          scale={scale}
          zones={phase.zones}
          saved={saved.phases.find(({ phaseType }) => phaseType === phase.phaseType)?.zones}
          hasTemperatures={place.hasTemperatures}
        />
        <CurveCanvas scale={scale} strokes={strokes} dots={dots} />
        <PlotLayer scale={scale}>
          {isThreshold && suggestion !== null && <SuggestionMarks suggestion={suggestion} scale={scale} />}
          <PhaseMarks
            scale={scale}
            phase={phase}
            counts={evaluated && peakCounts(peaks)}
            countsBefore={evaluated && peakCounts(peaksOf(evaluated.before.values(), phase.phaseType))}
          />
        </PlotLayer>
      </div>
      <PhasePointer
        scale={scale}
        peaks={peaks}
        isDrawing={props.isDrawing}
        onDrag={props.onDrag}
        onReset={props.onReset}
      />
      <ShapeRegions phase={phase.phaseType} scale={scale} />
      {handles.map((handle) => (
        <ChartHandle
          key={handleKey(handle)}
          handle={handle}
          scale={scale}
          isEntry={entryKey === handleKey(handle)}
          isFocused={focusedKey === handleKey(handle)}
        />
      ))}
    </div>
  );
}
