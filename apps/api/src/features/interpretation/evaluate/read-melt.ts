import {
  type ChannelName,
  type ChartPoints,
  commonPeaks,
  DEFAULT_SLOPE_THRESHOLD,
  type EvaluatedSettings,
  type EvaluatedWell,
  type ImportReport,
  importReportSchema,
  meanCurve,
  type MeltSummary,
  type PhaseType,
  type SlopeCurve,
  type StarterCurves,
  unpackColumn,
  wholeRange,
} from '@curvewell/domain';

import type { LaboratoryCaller } from '../../../actor.ts';
import { readRun } from '../../runs/index.ts';
import type { AnalysisDependencies } from '../threads/analysis-workers.ts';
import { evaluatedWells } from './evaluate-run.ts';

const reportSchema = importReportSchema.pick({ curves: true });
/** No kit: the wells are read without zones and rules. */
const NO_KIT = '00000000-0000-4000-8000-000000000000';
/** Minimum quality of peaks, 0 to 1, as in a new phase of a kit. */
const QUALITY = 0.4;

/** The curves of a run in one channel and phase: their peaks, and their summary. */
export interface RunMelt extends StarterCurves {
  readonly summary: MeltSummary;
}

/**
 * The mean curve and the common peaks of a run of the caller's laboratory, in each channel and phase.
 *
 * @throws AppError `not-found`, `too-many-requests`, `timed-out`
 */
export async function readMelt(
  dependencies: AnalysisDependencies,
  actor: LaboratoryCaller,
  place: { readonly runId: string },
): Promise<MeltSummary[]> {
  const melts = await runMelts(dependencies, actor, place);
  return melts.map(({ summary }) => summary);
}

/** The same with every peak. @throws AppError as `readMelt` */
export async function runMelts(
  dependencies: AnalysisDependencies,
  actor: LaboratoryCaller,
  { runId }: { readonly runId: string },
): Promise<RunMelt[]> {
  const { importReport } = await readRun(dependencies.db, actor, { runId });
  const { curves } = reportSchema.parse(importReport);
  const melts: RunMelt[] = [];
  // One after another, because the thread keeps one plate.
  for (const [channel, ofChannel] of Map.groupBy(curves, (curve) => curve.channel)) {
    const json = await evaluatedWells(dependencies, actor, {
      runId,
      settings: withoutKit(channel, ofChannel),
    });
    const wells = JSON.parse(json) as EvaluatedWell[]; // made by `evaluatePlate`
    melts.push(...meltsOf(wells, { channel, curves: ofChannel }));
  }
  return melts;
}

type ReportedCurves = ImportReport['curves'];

const phasesOf = (curves: ReportedCurves): PhaseType[] =>
  [...new Set(curves.map(({ phase }) => phase))].sort();

/** Settings that find every significant peak, whatever its height. */
const withoutKit = (channel: ChannelName, curves: ReportedCurves): EvaluatedSettings => ({
  kitId: NO_KIT,
  reactionBufferId: NO_KIT,
  channel,
  wells: 'all',
  phases: phasesOf(curves).map((phaseType) => ({
    phaseType,
    minThreshold: 0,
    slopeThreshold: DEFAULT_SLOPE_THRESHOLD,
    minQuality: QUALITY,
    inversed: false,
    zones: [],
  })),
  rules: [],
  outsideDiagnostic: null,
  tmShift: null,
  meltTemplates: null,
  curveShape: null,
  amplification: null,
  kitVersionId: null,
  curves: true,
});

interface ChannelCurves {
  readonly channel: ChannelName;
  readonly curves: ReportedCurves;
}

function meltsOf(wells: readonly EvaluatedWell[], { channel, curves }: ChannelCurves): RunMelt[] {
  return phasesOf(curves).flatMap((phase): RunMelt[] => {
    const read = curves.filter((curve) => curve.phase === phase);
    const range = wholeRange(read.map(({ temperature }) => temperature));
    const ofPhase = wells.flatMap(({ position, phases }) =>
      phases.filter(({ type }) => type === phase).map((one) => ({ ...one, position })),
    );
    const peaks = ofPhase.flatMap(({ position, peaks: found }) =>
      found.filter(({ reason }) => reason === null).map(({ tm, height }) => ({ position, tm, height })),
    );
    const slopes = ofPhase.flatMap(({ chartPoints }) => (chartPoints ? [rising(chartPoints)] : []));
    const summary = { channel, phase, curve: meanCurve(slopes), peaks: commonPeaks(peaks) };
    return range === null ? [] : [{ channel, phase, range, peaks, summary }];
  });
}

/** The points by temperature, which falls while a plate is cooled. */
function rising({ x, y }: ChartPoints): SlopeCurve {
  const [temperatures, values] = [unpackColumn(x), unpackColumn(y)];
  const isRising = (temperatures[0] ?? 0) <= (temperatures.at(-1) ?? 0);
  return isRising ? { x: temperatures, y: values } : { x: temperatures.toReversed(), y: values.toReversed() };
}
