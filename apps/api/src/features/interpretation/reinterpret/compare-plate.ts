import { createHash } from 'node:crypto';

import {
  type Reinterpretation,
  type ReinterpretedWell,
  callSentence,
  type CallExplanation,
  changeReason,
  compareChannels,
  comparePositions,
  type DiagnosticColor,
  assayKey,
  type ConfigurationSnapshot,
  phasesMoved,
} from '@curvewell/domain';
import { z } from 'zod';

import {
  callPlate,
  type InterpretedPlate,
  interpretedPlate,
  type PlateCall,
  type PlateJob,
} from '../interpret/interpret-plate.ts';
import { type CurrentWell, currentWellSchema } from './current-wells.ts';

export interface CompareJob {
  readonly plate: PlateJob;
  /** The settings of the current interpretation. */
  readonly then: ConfigurationSnapshot;
  /** JSON of the wells' current state. */
  readonly current: string;
  /** Whether the result will be stored; a preview is cheaper. */
  readonly isStored: boolean;
}

/** The effect of a reinterpretation. */
export interface PlateComparison extends Pick<
  Reinterpretation,
  'proposal' | 'wells' | 'unchanged' | 'otherFigures' | 'keptOverrides'
> {
  readonly unchangedIds: readonly string[];
  readonly interpreted: InterpretedPlate | null;
}

/** Interprets a plate and compares it with its current results. Runs in a worker. */
export function comparePlate({ plate, then, current, isStored }: CompareJob): PlateComparison {
  const called = callPlate(plate);
  const now = new Map(called.map((call) => [call.well.id, call]));
  const pairs = z
    .array(currentWellSchema)
    .parse(JSON.parse(current))
    .map((well) => ({ well, call: now.get(well.wellId) ?? null }));
  const same = pairs.filter(isSame);
  return {
    proposal: proposalOf(called),
    wells: pairs
      .filter((pair) => (pair.well.result !== null || pair.call !== null) && !isSame(pair))
      .map((pair) => reinterpretedWell(pair, { then, now: plate.snapshot }))
      .sort((a, b) => compareChannels(a.channel, b.channel) || comparePositions(a.position, b.position)),
    unchanged: same.length,
    otherFigures: same.filter(
      ({ well, call }) => JSON.stringify(well.result?.explanation) !== JSON.stringify(call?.explanation),
    ).length,
    keptOverrides: same.filter(({ well }) => well.result?.override).length,
    unchangedIds: same.map(({ well }) => well.wellId),
    interpreted: isStored ? interpretedPlate(plate, called) : null,
  };
}

interface Pair {
  readonly well: CurrentWell;
  readonly call: PlateCall | null;
}

const isSame = ({ well: { result }, call }: Pair): boolean =>
  result !== null && call !== null && result.explanation.diagnostic === call.explanation.diagnostic;

/** The results to store, in a fixed order. */
function proposalOf(called: readonly PlateCall[]): string {
  const rows = called
    .map(({ well, explanation, color }) => JSON.stringify([well.id, explanation, color]))
    .sort();
  return createHash('sha256').update(rows.join('\n')).digest('hex');
}

function reinterpretedWell(
  { well: { wellId, position, channel, name, assay, result }, call }: Pair,
  sides: { readonly then: ConfigurationSnapshot; readonly now: ConfigurationSnapshot },
): ReinterpretedWell {
  const phases = (snapshot: ConfigurationSnapshot) =>
    snapshot.assays.find((one) => assayKey(one, one.channel) === assay)?.phases ?? [];
  return {
    wellId,
    position,
    channel,
    name,
    then: result && called(result.explanation, result.diagnosticColor),
    now: call && called(call.explanation, call.color),
    reason:
      result &&
      call &&
      changeReason(
        { explanation: result.explanation, phases: phasesMoved(phases(sides.then), result.explanation) },
        { explanation: call.explanation, phases: phasesMoved(phases(sides.now), call.explanation) },
      ),
    override: result?.override ?? null,
  };
}

const called = (explanation: CallExplanation, diagnosticColor: DiagnosticColor | null) => ({
  diagnosticColor,
  sentence: callSentence(explanation),
});
