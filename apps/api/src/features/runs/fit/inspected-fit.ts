import {
  inChannelOrder,
  PLATE_SIZE,
  rowFit,
  wholeRange,
  unusedChannelsText,
  type AnalyserProfile,
  type ChannelName,
  type FileContent,
  type InspectedAnalyser,
  type InspectedRun,
  type PlateType,
} from '@curvewell/domain';

import type { Dependencies } from '../../../dependencies.ts';
import type { KitViewer } from '../../../database/kit-scope.ts';
import type { FittedRow } from './kit-fit.ts';
import { validRows } from './read-fit.ts';

interface Inspected {
  readonly runs: readonly InspectedRun[];
  readonly profiles: readonly { readonly analyserId: string; readonly profile: AnalyserProfile }[];
}

/**
 * Warns before an import that no kit of an analyser can interpret the files, or that the analyser has other
 * plates. Nothing is refused, because the kit may be added later.
 */
export async function notesOnFit(
  { db, clock }: Dependencies,
  viewer: KitViewer,
  { runs, profiles }: Inspected,
): Promise<(run: InspectedRun, analyser: InspectedAnalyser) => string[]> {
  const reading = runs.flatMap(({ analysers }) => analysers.filter(({ outcome }) => outcome === 'reads'));
  const rows = new Map<string, readonly FittedRow[]>();
  for (const analyserId of new Set(reading.map((analyser) => analyser.analyserId)))
    rows.set(analyserId, await validRows({ db, clock }, viewer, analyserId));
  return ({ plateType }, { analyserId, outcome, curves }) => {
    const profile = profiles.find((one) => one.analyserId === analyserId)?.profile;
    const ofPlate = plateType === null || profile === undefined ? [] : plateNotes(plateType, profile);
    if (outcome !== 'reads') return outcome === 'asks' ? ofPlate : [];
    const file = { plateType: plateType ?? 'RECTANGULAR_96', curves };
    return [...ofPlate, ...kitNotes(file, rows.get(analyserId) ?? [])];
  };
}

function plateNotes(plateType: PlateType, { name, plateTypes }: AnalyserProfile): string[] {
  if (plateTypes.includes(plateType)) return [];
  const wells = (type: PlateType) => PLATE_SIZE[type].rowCount * PLATE_SIZE[type].columnCount;
  return [
    `The file is from a plate with ${wells(plateType)} wells. ${name} reads plates with ${plateTypes.map(wells).join(' or ')} wells.`,
  ];
}

function kitNotes(file: FileContent, rows: readonly FittedRow[]): string[] {
  if (rows.length === 0) return ['No kit is configured for this analyser.'];
  const gravest = rows.map((row) => rowFit(file, row).find(({ severity }) => severity === 'impossible'));
  if (gravest.includes(undefined)) return unusedNotes(file, rows);
  if (gravest.every((finding) => finding?.code === 'no-channel')) {
    return [`No kit of this analyser reads ${channelsOf(file).join(' or ')}.`];
  }
  const range = wholeRange(file.curves.map(({ temperature }) => temperature));
  if (range === null) return [];
  const [from, to] = range.map((celsius) => celsius.toFixed(1));
  return [`No kit of this analyser reads between ${from} and ${to} °C.`];
}

const channelsOf = ({ curves }: FileContent): ChannelName[] =>
  inChannelOrder(curves.map(({ channel }) => channel));

/** Channels of the files that no kit of the analyser reads. Their curves are stored all the same. */
function unusedNotes(file: FileContent, rows: readonly FittedRow[]): string[] {
  const used = new Set(
    rows.flatMap(({ assays }) => assays.flatMap(({ phases }) => phases.map(({ channel }) => channel))),
  );
  const unused = channelsOf(file).filter((channel) => !used.has(channel));
  return unused.length === 0 ? [] : [unusedChannelsText(unused, 'No kit of this analyser')];
}
