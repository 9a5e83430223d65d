import type { Fluorescence } from '@curvewell/contracts';
import type { ChartPoints, PhaseType, Position } from '@curvewell/domain';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';

import { interpretationQueries } from '../../../data/interpretation.ts';
import { text } from '../../../locale/text.ts';
import type { ChartOf } from '../../curves/curve-figure.tsx';
import { drawnGroups, keyOf, legendGroups } from '../../curves/curve-groups.ts';
import type { HiddenGroups } from '../../curves/curve-legend.tsx';
import { curvesDomain, isShapeKind, type Curve, type CurveKind } from '../../curves/curve-series.ts';
import { markedIn, reviewCurves } from '../plate/review-faces.ts';
import { overlayLines } from '../state/overlay.ts';
import { useReview } from '../state/review-context.ts';
import { hasAmplification, useAmplificationCurves } from '../state/use-amplification.ts';
import { useOverlay } from '../state/use-overlay.ts';
import { useShapeCurves } from '../state/use-shape-curves.ts';
import { controlsBeside, phasesWithData, templatesOf } from '../state/shown-curves.ts';

const NONE: readonly Curve[] = [];
const NONE_HIDDEN: HiddenGroups = new Set();

/** Whether the controls of the plate are drawn behind the curves; kept per browser. */
export const useControlsBehind = () =>
  useLocalStorage({
    key: 'curvewell.controls-behind',
    defaultValue: false,
    getInitialValueInEffect: false,
  });

/** The kinds of curves shown; both have no place in the panel. */
function useKinds(): readonly CurveKind[] {
  const { isLarge, mode, run, channel } = useReview();
  const isAmplified = mode === 'amplification' && hasAmplification(run, channel);
  return useMemo(() => {
    if (mode === 'amplification') return [isAmplified ? mode : 'slope'];
    if (mode === 'both') return isLarge ? ['slope', 'fluorescence'] : ['slope'];
    const isShape = mode === 'shapes' || isShapeKind(mode);
    if (isShape && isLarge) return ['normalised', 'difference'];
    return [mode === 'shapes' ? 'normalised' : mode];
  }, [isLarge, mode, isAmplified]);
}

/** The charts of the selected wells, or of all: of one phase or, if large, of each with curves. */
export function useReviewCharts() {
  const review = useReview();
  const { run, channel, wells, selected, filtered, isLarge, phase, scheme, isArchived } = review;
  const kinds = useKinds();
  const [areControlsShown] = useControlsBehind();
  const withData = useMemo(() => phasesWithData(filtered), [filtered]);
  const isAmplified = kinds.includes('amplification');
  const amplification = useAmplificationCurves(isAmplified);
  // Amplification precedes all phases: one chart.
  const phases = useMemo(
    () => (isLarge && !isAmplified ? withData : [phase]),
    [isLarge, isAmplified, withData, phase],
  );
  const isRead = kinds.includes('fluorescence');
  const read = useQuery({
    ...interpretationQueries.fluorescence({ runId: run.id, channel }),
    enabled: isRead && !isArchived,
  });
  const shapes = useShapeCurves(kinds.some(isShapeKind));
  const overlay = useOverlay(isRead);
  const controls = useMemo(
    () => (areControlsShown ? controlsBeside(wells, { selected, shown: filtered }) : []),
    [areControlsShown, wells, selected, filtered],
  );
  // Large curves are prepared between other tasks.
  const readData = useDeferredValue(read.data);
  const fluorescence = useMemo(() => byPhase(readData), [readData]);

  const isMarked = useMemo(() => markedIn(run, wells), [run, wells]);
  const whole = useMemo(
    () =>
      phases.flatMap((ofPhase) =>
        kinds.flatMap((kind) => {
          const of = {
            phase: ofPhase,
            scheme,
            isMarked,
            fluorescence:
              kind === 'amplification'
                ? amplification.points
                : kind === 'fluorescence'
                  ? fluorescence(ofPhase)
                  : null,
            ...(kind === 'amplification' && { noteOf: amplification.noteOf }),
            drawn: isShapeKind(kind) ? shapes.pointsOf(ofPhase, kind) : null,
          };
          const curves = reviewCurves(filtered, of);
          const infos = filtered.flatMap(({ interpreted }) => interpreted.constantPhaseInfos);
          const isMelt = kind !== 'amplification';
          const info = (isMelt && infos.find(({ type }) => type === ofPhase)) || null;
          const references =
            overlay.runs === null || !isMelt
              ? []
              : overlayLines(overlay.runs, { phase: ofPhase, kind, channel, scheme });
          const lines = references.map(({ points }) => points);
          const domain = curvesDomain(curves, kind === 'slope' ? (info?.threshold ?? null) : null, lines);
          if (domain === null) return [];
          const behind = controls.length === 0 ? NONE : reviewCurves(controls, of);
          const templates = kind === 'slope' ? templatesOf(filtered, ofPhase) : [];
          return [{ phase: ofPhase, kind, curves, behind, references, info, templates, domain }];
        }),
      ),
    [
      phases,
      kinds,
      filtered,
      scheme,
      fluorescence,
      amplification.points,
      amplification.noteOf,
      shapes,
      isMarked,
      overlay.runs,
      channel,
      controls,
    ],
  );
  const groups = useMemo(() => legendGroups(whole[0]?.curves ?? []), [whole]);
  // A single result has no chip in the legend to show it again.
  const hidden = groups.length > 1 ? review.hidden : NONE_HIDDEN;
  const charts = useMemo(
    () =>
      whole.map((chart): ChartOf => {
        const drawGroups = () => drawnGroups(chart.curves).filter(({ key }) => !hidden.has(key));
        const curves =
          hidden.size === 0 ? chart.curves : chart.curves.filter((curve) => !hidden.has(keyOf(curve)));
        return { ...chart, curves, drawGroups };
      }),
    [whole, hidden],
  );
  const isMissing = fluorescence(phases[0] ?? phase).size === 0;
  const message = isArchived ? text.curves.fluorescenceArchived : messageOf(read.status, isMissing);
  const messages = isAmplified
    ? amplificationMessage(amplification.status, { isArchived, isMissing: whole.length === 0 })
    : shapes.message;
  return {
    charts,
    groups,
    withData,
    overlay,
    shapes,
    hasAmplification: amplification.isOffered,
    message: isRead ? message : messages,
  };
}

/** What to say while there is no fluorescence. */
function messageOf(status: 'pending' | 'error' | 'success', isMissing: boolean): string | null {
  if (status === 'pending') return text.curves.loadingFluorescence;
  if (status === 'error') return text.curves.fluorescenceFailed;
  return isMissing ? text.curves.noFluorescence : null;
}

/** The note about amplification: it is never quantification. */
function amplificationMessage(
  status: 'pending' | 'error' | 'success',
  { isArchived, isMissing }: { readonly isArchived: boolean; readonly isMissing: boolean },
): string {
  const words = text.curves.amplified;
  if (isArchived) return words.archived;
  if (status === 'pending') return words.loading;
  if (status === 'error') return words.failed;
  return isMissing ? words.none : words.note;
}

function byPhase(data: Fluorescence | undefined) {
  const phases = new Map(
    data?.map(({ phase, wells }) => [
      phase,
      new Map(wells.map(({ position, chartPoints }) => [position, chartPoints] as const)),
    ]),
  );
  return (phase: PhaseType): ReadonlyMap<Position, ChartPoints> => phases.get(phase) ?? NO_WELLS;
}

const NO_WELLS: ReadonlyMap<Position, ChartPoints> = new Map();
