import type { PhaseType, Position } from '@curvewell/domain';
import { useLocalStorage, useViewportSize } from '@mantine/hooks';
import { useMemo } from 'react';

import { CurvePanel } from '../../curves/curve-panel.tsx';
import { useReview } from '../state/review-context.ts';
import { reviewCurves } from '../plate/review-faces.ts';
import { controlsBeside, phasesWithData, templatesOf } from '../state/review-wells.ts';

const PHASES: readonly PhaseType[] = ['ANNEAL', 'MELT'];

/** In lower windows the chart shrinks to leave room for the reasons below it, px. */
const TALL = 900;
const HEIGHT = 292;
const MIN_HEIGHT = 216;

/** The curves of the selected wells, or of all. */
export function ReviewCurves() {
  const review = useReview();
  const { wells, selected, filtered, selection, select, phase, scheme } = review;
  const [areControlsShown, showControls] = useLocalStorage({
    key: 'curvewell.controls-behind',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const viewport = useViewportSize();
  const curves = useMemo(() => reviewCurves(filtered, { phase, scheme }), [filtered, phase, scheme]);
  const controls = useMemo(
    () => reviewCurves(controlsBeside(wells, { selected, shown: filtered }), { phase, scheme }),
    [wells, selected, filtered, phase, scheme],
  );
  const info = useMemo(
    () =>
      filtered
        .flatMap(({ interpreted }) => interpreted.constantPhaseInfos)
        .find(({ type }) => type === phase) ?? null,
    [filtered, phase],
  );
  const templates = useMemo(() => templatesOf(filtered, phase), [filtered, phase]);
  const pick = (position: Position, { toggle }: { readonly toggle: boolean }): void => {
    const without = [...selection.selected].filter((other) => other !== position);
    select(toggle ? (selection.selected.has(position) ? without : [...without, position]) : [position]);
  };
  return (
    <CurvePanel
      height={Math.max(MIN_HEIGHT, HEIGHT - Math.max(0, TALL - viewport.height))}
      phases={{
        all: PHASES,
        shown: phase,
        withData: phasesWithData(filtered),
        onShow: review.setPhase,
      }}
      channel={review.channel}
      curves={curves}
      behind={{ curves: controls, areShown: areControlsShown, onShow: showControls }}
      info={info}
      templates={templates}
      pointed={{ position: review.hovered, onPoint: review.hover, onPick: pick }}
      zooms={review.zooms}
      onZooms={review.setZooms}
      onKey={review.onKey}
      keys={review.chartKeys}
    />
  );
}
