import { shownDiagnostic, type ChannelName, type PhaseType } from '@curvewell/domain';
import type { ReferencePlace } from '@curvewell/contracts';

import type { OverlayRun } from '../../../data/interpretation.ts';
import { text } from '../../../locale/text.ts';
import type { Scheme } from '../../../shared/colour/diagnostic-palette.ts';
import type { Stroke } from '../../chart/curve-canvas.tsx';
import { drawnGroups } from '../../curves/curve-groups.ts';
import { isShapeKind, unpackedPoints, type Curve, type CurveKind } from '../../curves/curve-series.ts';
import { lookOf } from '../result-look.ts';

/** Curves of other runs: of another plate with the kit, of the same sample before, or of the controls of the lot. */
export interface Overlay {
  readonly kind: 'run' | 'sample' | 'lot';
  /** The name of the sample or lot; empty for a run. */
  readonly name: string;
  /** Of the places. Their wells may belong to other kits in other channels. */
  readonly channel: ChannelName;
  readonly places: readonly ReferencePlace[];
}

const words = text.curves.compare.legend;

/** “Run 41, 84 wells” */
export function overlayText({ kind, name, places }: Omit<Overlay, 'channel'>): string {
  const count = places.reduce((sum, { positions }) => sum + positions.length, 0);
  const [first] = places;
  switch (kind) {
    case 'run':
      return first === undefined ? '' : words.run(first, count);
    case 'sample':
      return first === undefined ? words.earlier(name) : words.sample(name, words.runsText(places));
    case 'lot':
      return words.lot(name, count, words.runsText(places));
  }
}

interface Shown {
  readonly channel: ChannelName;
  /** The names of the selected wells. */
  readonly names: readonly (string | null)[];
}

/** Whether an overlay belongs to what is shown: to the channel and, that of a sample, to its well alone. */
export const belongsTo = ({ kind, name, channel }: Overlay, shown: Shown): boolean =>
  channel === shown.channel && (kind !== 'sample' || (shown.names.length === 1 && shown.names[0] === name));

interface LinesOf {
  readonly phase: PhaseType;
  readonly kind: CurveKind;
  readonly channel: ChannelName;
  readonly scheme: Scheme;
}

/** Dash and gap, px; shorter than those of a well without a call. */
const DASH = [2, 3];
/** px */
const WIDTH = { line: 1.25, median: 1.75 } as const;

/** Thin dashed lines in the tones of their results; of a large group only its median. */
export const overlayLines = (runs: readonly OverlayRun[], of: LinesOf): readonly Stroke[] =>
  drawnGroups(runs.flatMap((run) => curvesOf(run, of))).flatMap(
    ({ look, median, summary, curves }): Stroke[] =>
      summary === null
        ? curves.map(({ points }) => ({ points, color: look.curve, width: WIDTH.line, dash: DASH }))
        : [{ points: median, color: look.curve, width: WIDTH.median, dash: DASH }],
  );

function curvesOf(
  { place, chart, fluorescence }: OverlayRun,
  { phase, kind, channel, scheme }: LinesOf,
): readonly Curve[] {
  const positions = new Set(place.positions);
  const read = new Map(
    fluorescence
      ?.find((one) => one.phase === phase)
      ?.wells.map(({ position, chartPoints }) => [position, chartPoints] as const),
  );
  return chart.flatMap((well): Curve[] => {
    const data = well.data.find(({ type }) => type === phase);
    // The normalised curves of other runs are not loaded.
    const packed =
      kind === 'slope' ? data?.chartPoints : isShapeKind(kind) ? undefined : read.get(well.position);
    if (well.channel !== channel || !positions.has(well.position) || packed === undefined) return [];
    return [
      {
        position: well.position,
        name: '',
        look: lookOf(shownDiagnostic(well)?.diagnosticColor, scheme),
        isMarked: false,
        points: unpackedPoints(packed),
        peaks: [],
      },
    ];
  });
}
