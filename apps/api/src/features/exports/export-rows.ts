import type { ExportRequest } from '@curvewell/contracts';
import {
  inKitWords,
  kitWords,
  type KitWords,
  amplificationTexts,
  compareChannels,
  describeCall,
  comparePositions,
  controlsFor,
  hitText,
  isControl,
  NO_CALL_LABEL,
  placeOf,
  shapeDistance,
  shapeFigureText,
  shownDiagnostic,
  usesShape,
  wellFlagTexts,
  type CallDescription,
  type ChannelName,
  type DiagnosticColor,
  type Peak,
  type PhaseType,
  type Run,
  type SampleType,
  type DescribedControl,
  type Well,
  type WellAmplification,
} from '@curvewell/domain';
import type { DrawnWell } from '../interpretation/chart/chart-wells.ts';
import { flagCodesOf, noCallOf, type NoCall } from './no-call.ts';
import { momentText } from './report-facts.ts';

export interface ExportRow {
  readonly wellId: string;
  readonly position: string;
  readonly channel: ChannelName;
  readonly name: string | null;
  readonly orderId: string | null;
  readonly sampleType: SampleType;
  readonly kit: string;
  readonly reactionBuffer: string;
  readonly lot: string;
  readonly expected: string | null;
  /** The override, else the suggested diagnostic; “No call” without one. */
  readonly result: string;
  /** The result with its codes; null: no call. */
  readonly diagnostic: DiagnosticColor | null;
  /** The reason for “No call”; null: there is a result. */
  readonly noCall: NoCall | null;
  /** Codes of the flags in `description`, for programs. */
  readonly flagCodes: readonly string[];
  /** The suggested diagnostic, when it was overridden. */
  readonly suggested: string | null;
  readonly changedBy: string | null;
  /** The reason for the override. */
  readonly changeReason: string | null;
  /** “A + B”; “NONE”: no peak counts; “in no zone”: peaks count, but none lies in a zone. */
  readonly combination: string;
  readonly score: number;
  /** The shape of the curve, with its nearest reference, distance and border; null: no tried rule uses it. */
  readonly shape: string | null;
  /** The distance to the nearest reference, %; null: as above, or unknown. */
  readonly shapeDistance: number | null;
  /** Whether the channels that its rules use have amplified; null: they use none. */
  readonly amplification: string | null;
  /** The same for programs, one for each channel asked for. */
  readonly cqs: readonly WellAmplification[];
  /** Accepted peaks, by phase and rising temperature. */
  readonly peaks: readonly (Peak & { readonly phase: PhaseType })[];
  readonly comments: readonly string[];
  /** The explanation of the call, and the controls that support it. */
  readonly description: CallDescription;
  readonly controls: readonly DescribedControl[];
}

export function exportRows(run: Run, interpreted: readonly DrawnWell[], request: ExportRequest): ExportRow[] {
  const wells = new Map(
    run.analyses.flatMap((analysis) => Object.values(analysis.wells)).map((well) => [well.id, well]),
  );
  const wanted = new Set(request.wellIds);
  const among = { run, interpreted: interpreted.filter(isControl) };
  const words = kitWords(run, interpreted);
  return interpreted
    .filter(({ wellId }) => wanted.size === 0 || wanted.has(wellId))
    .flatMap((result) => {
      const well = wells.get(result.wellId);
      return well !== undefined && isOfKits(well, request.kitReactionBuffers)
        ? [exportRow(run, { well, interpreted: result, words, controls: controlsFor(well, among) })]
        : [];
    })
    .sort(
      (a, b) =>
        inOrder(request.sortDirection)(a.position, b.position) || compareChannels(a.channel, b.channel),
    );
}

function isOfKits({ kitVersion, reactionBuffer }: Well, kits: ExportRequest['kitReactionBuffers']): boolean {
  if (kits.length === 0) return true;
  return kits.some(
    ({ kitId, reactionBufferId }) => kitVersion?.kit.id === kitId && reactionBuffer?.id === reactionBufferId,
  );
}

function inOrder(direction: ExportRequest['sortDirection']): (a: string, b: string) => number {
  if (direction === 'ROW') return comparePositions;
  return (a, b) => placeOf(a).column - placeOf(b).column || placeOf(a).row - placeOf(b).row;
}

interface ExportedWell {
  readonly well: Well;
  readonly interpreted: DrawnWell;
  readonly words: KitWords;
  readonly controls: readonly DescribedControl[];
}

function exportRow(run: Run, { well, interpreted, words, controls }: ExportedWell): ExportRow {
  const ofKit = words.get(well.kitVersion?.id ?? '');
  const described = { ...interpreted, explanation: inKitWords(interpreted.explanation, ofKit) };
  const description = describeCall(interpreted, ofKit);
  const shown = shownDiagnostic(interpreted);
  const initial = interpreted.interpretedWellDiagnostics.find(
    ({ stateDiagnostic }) => stateDiagnostic === 'INITIAL',
  );
  const isChanged = shown?.stateDiagnostic === 'UPDATED';
  const { explanation } = interpreted;
  return {
    wellId: well.id,
    position: well.position,
    channel: well.channel,
    name: well.name,
    orderId: well.orderId,
    sampleType: interpreted.sampleType,
    kit: `${well.kitVersion?.kit.name ?? ''} ${well.kitVersion?.version ?? ''}`.trim(),
    reactionBuffer: well.reactionBuffer?.name ?? '',
    lot: well.lot?.name ?? '',
    expected: well.expectedDiagnostic?.diagnosticLabel ?? null,
    result: shown?.diagnosticColor?.diagnosticLabel ?? NO_CALL_LABEL,
    noCall: noCallOf(described, run.laboratoryTimeZone),
    flagCodes: flagCodesOf(run, { well, called: interpreted }),
    diagnostic: shown?.diagnosticColor ?? null,
    suggested: isChanged ? (initial?.diagnosticColor?.diagnosticLabel ?? NO_CALL_LABEL) : null,
    changedBy: isChanged ? `${shown.byName}, ${momentText(shown.at, run.laboratoryTimeZone)}` : null,
    changeReason: isChanged ? shown.comment : null,
    combination: hitText(explanation),
    score: explanation.score,
    shape:
      explanation.shape !== undefined && explanation.triedRules.some(usesShape)
        ? shapeFigureText(described.explanation.shape ?? explanation.shape)
        : null,
    shapeDistance: shapeDistance(explanation),
    amplification: explanation.amplification === undefined ? null : amplificationTexts(explanation).join(' '),
    cqs: explanation.amplification ?? [],
    peaks: explanation.phases.flatMap(({ type, peaks }) =>
      peaks
        .filter(({ accepted }) => accepted)
        .sort((a, b) => a.tm - b.tm)
        .map((peak) => ({ ...peak, phase: type })),
    ),
    comments: well.comments.map(({ technicianName, value }) => `${technicianName}: ${value}`),
    description: {
      ...description,
      flags: [...wellFlagTexts(run, well, described), ...description.shift],
    },
    controls,
  };
}
