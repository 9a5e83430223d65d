import { ALGORITHM_VERSION, plateAnalyse, type PlateWellCall } from '@curvewell/analysis';
import {
  callExplanationSchema,
  type CallExplanation,
  findColor,
  type DiagnosticColor,
  assayKey,
  type AssayPlace,
  readAssays,
  shiftFigures,
  type CompleteWell,
  type ConfigurationSnapshot,
  type ReadAssay,
  type TmShift,
} from '@curvewell/domain';
import { resultHashes, type StoredResult } from '@curvewell/domain/derive';

import type { PlateWell } from './assays.ts';
import {
  packCurves,
  readStoredAmplification,
  readStoredCurves,
  type StoredAmplification,
  type StoredCurves,
} from '../../../curves/index.ts';
import { chartAnswer } from '../chart/chart-answer.ts';
import { packResults, type PackedResults } from '../results/packed-results.ts';
import type { ChannelSlopes } from '../chart/chart-wells.ts';
import { slopeHashes } from '../chart/stored-slopes.ts';

/** A stored plate, and the user who interprets it. */
export interface PlateJob {
  readonly byName: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly wells: readonly PlateWell[];
  readonly snapshot: ConfigurationSnapshot;
  readonly curves: readonly StoredCurves[];
  /** Null: the run has none. */
  readonly amplification: StoredAmplification | null;
  /** Omitted: the current version. */
  readonly algorithmVersion?: string;
}

/** The results, ready to be stored. */
export interface InterpretedPlate {
  readonly packed: PackedResults;
  /** The hash of each result, by the name of its well. */
  readonly hashes: Readonly<Record<string, string>>;
  readonly slopes: readonly ReturnType<typeof slopeHashes>[];
  /** For the kit versions with Tm shift correction. */
  readonly tmShifts: readonly PlateShift[];
  /** The stored chart. */
  readonly chart: Uint8Array<ArrayBuffer>;
}

/** The Tm shift of a kit version and buffer in one channel. */
export type PlateShift = Omit<TmShift, 'ofOthers'> & AssayPlace & Pick<CompleteWell, 'channel'>;

export interface PlateCall {
  readonly well: CompleteWell;
  readonly call: PlateWellCall;
  readonly explanation: CallExplanation;
  readonly color: DiagnosticColor | null;
}

/** Interprets a plate. Runs in a worker, which does all expensive work including the serialisation. */
export const interpretPlate = (job: PlateJob): InterpretedPlate => interpretedPlate(job, callPlate(job));

const configurationsOf = ({ snapshot }: PlateJob) =>
  new Map(snapshot.assays.map((assay) => [assayKey(assay, assay.channel), assay]));

/** The call of every well, with its explanation. */
export function callPlate(job: PlateJob): PlateCall[] {
  const assays = readAssays(
    job.wells,
    configurationsOf(job),
    job.curves.map((stored) => ({ ...stored, curves: readStoredCurves(stored) })),
    { compensation: job.snapshot.compensation, amplification: amplificationOf(job) },
  );
  return callWells(assays, job);
}

/** Unpacked only if a rule uses it. */
const amplificationOf = ({ snapshot, amplification }: PlateJob) =>
  snapshot.assays.some((assay) => assay.amplification !== undefined)
    ? readStoredAmplification(amplification)
    : [];

/** The calls in stored form. */
export function interpretedPlate(job: PlateJob, called: readonly PlateCall[]): InterpretedPlate {
  const { byName, at } = job;
  const slopes = packSlopes(called);
  const orderIds = new Map(job.wells.map(({ id, orderId }) => [id, orderId]));
  return {
    packed: packResults(called),
    hashes: resultHashes(called.map((call) => storedResult(call, orderIds))),
    slopes: slopes.map(slopeHashes),
    tmShifts: shiftsOf(called),
    chart: chartAnswer({
      wells: called.map(({ well, explanation, color }) => ({
        wellId: well.id,
        position: well.position,
        channel: well.channel,
        sampleType: well.sampleType,
        interpretedWellDiagnostics: [
          { id: well.id, stateDiagnostic: 'INITIAL', diagnosticColor: color, comment: null, byName, at },
        ],
        explanation,
        assay: assayKey(well, well.channel),
      })),
      slopes,
      configurations: configurationsOf(job),
    }),
  };
}

function storedResult(
  { well: { expectedDiagnostic: expected, ...well }, explanation, color }: PlateCall,
  orderIds: ReadonlyMap<string, string | null>,
): StoredResult {
  const { id, position, channel, name, sampleType, kitVersionId, lotId, reactionBufferId } = well;
  return {
    id,
    position,
    channel,
    name,
    orderId: orderIds.get(id) ?? null,
    sampleType,
    kitVersionId,
    lotId,
    reactionBufferId,
    expected,
    explanation,
    diagnosticColor: color,
    result: explanation.diagnostic,
    score: explanation.score,
  };
}

/** One for each combination of kit version, buffer and channel; its wells share it. */
function shiftsOf(called: readonly PlateCall[]): PlateShift[] {
  const byAssay = Map.groupBy(called, ({ well }) => assayKey(well, well.channel));
  return [...byAssay.values()].flatMap(([first]) => {
    const shift = first?.explanation.tmShift;
    if (first === undefined || shift === undefined) return [];
    const { kitVersionId, reactionBufferId, channel } = first.well;
    return [{ kitVersionId, reactionBufferId, channel, ...shiftFigures(shift) }];
  });
}

function callWells(
  assays: readonly ReadAssay[],
  { snapshot: { controls }, algorithmVersion = ALGORITHM_VERSION }: PlateJob,
): PlateCall[] {
  const calls = plateAnalyse({ assays: assays.map(({ input }) => input), algorithmVersion });
  return assays.flatMap(({ wells, configuration }, index) =>
    wells.map((well, place) => {
      const call = calls[index]?.[place];
      if (call === undefined) throw new Error('the analysis answered fewer wells than it was given');
      const explanation = callExplanationSchema.parse(call.explanation);
      return { well, call, explanation, color: findColor(explanation.diagnostic, configuration, controls) };
    }),
  );
}

function packSlopes(called: readonly PlateCall[]): ChannelSlopes[] {
  const slopes = called.flatMap(({ well: { channel, position }, call }) =>
    call.phases.map(({ type, temperature, slope }) => ({
      channel,
      phase: type,
      curve: { position, temperature, value: slope },
    })),
  );
  return [...Map.groupBy(slopes, ({ channel, phase }) => `${channel} ${phase}`).values()].flatMap(
    (ofPlace) => {
      const [first] = ofPlace;
      if (first === undefined) return [];
      const { channel, phase } = first;
      const packed = packCurves(
        ofPlace.map(({ curve }) => curve),
        'float32',
      );
      return [{ channel, phase, ...packed }];
    },
  );
}
