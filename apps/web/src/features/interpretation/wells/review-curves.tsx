import type { PhaseType, Position } from '@curvewell/domain';
import { useViewportSize } from '@mantine/hooks';

import { text } from '../../../locale/text.ts';
import { PlatePanel } from '../../../shared/ui/plate/plate-layout.tsx';
import { CurvePanel } from '../../curves/curve-panel.tsx';
import { NO_ZOOMS } from '../../curves/zoom.ts';
import { usePlateWork } from '../../plate/layout/plate-work.tsx';
import { useReview } from '../state/review-context.ts';
import { ComparedWith, CompareMenu } from './compare-menu.tsx';
import { ReferenceSelect, ShapeGroups } from './shape-groups.tsx';
import { useReviewCharts } from './use-review-charts.ts';
import classes from './wells-panel.module.css';

const PHASES: readonly PhaseType[] = ['ANNEAL', 'MELT'];

/** In lower windows the chart shrinks to leave room for the reasons below it, px. */
const TALL = 900;
const HEIGHT = 292;
const MIN_HEIGHT = { usual: 216, tight: 190, aboveForm: 140 } as const;
/** In a narrower window the panel beside the plate is narrow, and an override needs most of its height, px. */
const TIGHT = 1200;

/** The curves of the selected wells, or of all, in the panel; or what must be chosen first. */
export function ReviewCurves() {
  const { undecided, updating } = useReview();
  const message = useMessage();
  const viewport = useViewportSize();
  if (undecided !== null) {
    return (
      <p className={classes['message']} role="status">
        {message}
      </p>
    );
  }
  const tight = updating ? 'aboveForm' : 'tight';
  const least = MIN_HEIGHT[viewport.width < TIGHT ? tight : 'usual'];
  return <Curves height={Math.max(least, HEIGHT - Math.max(0, TALL - viewport.height))} />;
}

/** The curves of all phases, in place of the panel. */
export function LargeChart() {
  const { onPanelKey } = useReview();
  return (
    <PlatePanel aria-label={text.interpretation.largeChart} data-print="none" onKeyDown={onPanelKey}>
      <div className={classes['large']}>
        <Curves height={null} />
      </div>
    </PlatePanel>
  );
}

function useMessage(): string | null {
  const { undecided, selected } = useReview();
  return undecided === null
    ? null
    : text.interpretation[selected.length === 0 ? 'severalOnPlate' : 'several'][undecided];
}

function Curves({ height }: { readonly height: number | null }) {
  const review = useReview();
  const { selection, select } = review;
  const { charts, groups, withData, message, overlay, shapes, hasAmplification } = useReviewCharts();
  const undecided = useMessage();
  const mode = hasAmplification || review.mode !== 'amplification' ? review.mode : 'slope';
  const { arrangement } = usePlateWork();
  const pick = (position: Position, { toggle }: { readonly toggle: boolean }): void => {
    const without = [...selection.selected].filter((other) => other !== position);
    select(toggle ? (selection.selected.has(position) ? without : [...without, position]) : [position]);
  };
  return (
    <CurvePanel
      height={height}
      phases={{
        all: PHASES,
        shown: review.phase,
        withData,
        onShow: review.setPhase,
        hasShapes: shapes.isOffered,
        hasAmplification,
      }}
      mode={mode}
      onMode={(mode) => {
        // A zoom in °C means nothing in cycles.
        if ((mode === 'amplification') !== (review.mode === 'amplification')) review.setZooms(NO_ZOOMS);
        review.setMode(mode);
      }}
      channel={review.channel}
      charts={charts}
      groups={groups}
      hidden={review.hidden}
      onHide={review.setHidden}
      onLarge={review.toggleLarge}
      compare={
        shapes.isShown ? <ReferenceSelect {...shapes} mode={mode} /> : <CompareMenu shown={overlay.shown} />
      }
      compared={shapes.isShown ? <ShapeGroups {...shapes} /> : <ComparedWith {...overlay} />}
      message={undecided ?? message}
      pointed={{ position: review.hovered, onPoint: review.hover, onPick: pick }}
      zooms={review.zooms}
      onZooms={review.setZooms}
      cross={review.cross}
      isWheelZoom={arrangement !== 'page'}
      onKey={review.onKey}
      keys={review.chartKeys}
    />
  );
}
