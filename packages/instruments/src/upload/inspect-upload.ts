import type {
  AnalyserProfile,
  Confidence,
  DyeAnswer,
  InspectedAnalyser,
  RunInspection,
} from '@curvewell/domain';

import { assembleRun, writtenBy } from '../assemble/assemble.ts';
import { channelsOfDyes } from '../assemble/channels.ts';
import { instrumentOf, dissimilarityOf } from '../detect/likeness.ts';
import type { Part } from '../part.ts';
import { previewCurves } from './preview-curves.ts';
import { ReadError } from '../read-error.ts';
import type { SourceFile } from '../source-file.ts';
import { joinDyes } from '../assemble/joined-dyes.ts';
import { readableRuns, runsOfUpload } from './upload-runs.ts';
import type { UploadRun } from './upload-runs.ts';
import { readUpload } from './read-upload.ts';

/** An analyser that may have written the files, and the laboratory's stored answers about its dyes. */
export interface Candidate {
  readonly analyserId: string;
  readonly profile: AnalyserProfile;
  readonly kept: readonly DyeAnswer[];
  /** The laboratory's usual analyser: preferred among those that the files do not name. */
  readonly isUsual?: boolean;
}

/**
 * Describes the content of uploaded files and which analysers can read them; unreadable files have the
 * reason.
 */
export async function inspectUpload(
  files: readonly SourceFile[],
  { candidates, now }: { readonly candidates: readonly Candidate[]; readonly now: Date },
): Promise<RunInspection> {
  const problems: RunInspection['problems'] = [];
  const parts: Part[] = await readUpload(files, (error, { name }) => {
    problems.push({ file: name, code: error.code, message: error.message });
  });
  const runs = parts.length === 0 ? [] : runsOfUpload(parts);
  return {
    runs: readableRuns(runs).map((run) => inspectRun(run, { runs, candidates, now })),
    problems,
  };
}

interface Inspecting {
  readonly runs: readonly UploadRun[];
  readonly candidates: readonly Candidate[];
  readonly now: Date;
}

function inspectRun(run: UploadRun, { runs, candidates, now }: Inspecting): RunInspection['runs'][number] {
  const { name, parts } = run;
  const [first] = parts;
  if (first === undefined) throw new Error('a run has at least one part');
  const known = <T>(pick: (part: Part) => T | null): T | null =>
    parts.map(pick).find((value) => value !== null) ?? null;
  const series = joinDyes(parts);
  return {
    name,
    format: first.format,
    container: first.container,
    files: [...new Set(parts.map(({ file }) => file))],
    runDate: known((part) => part.runDate),
    plateType: known((part) => part.plateType),
    instrument: instrumentOf(run),
    wellCount: new Set(series.map(({ position }) => position)).size,
    curves: previewCurves(series),
    analysers: candidates
      .filter(({ profile }) => parts.every((part) => isWritten(part, profile)))
      .map((candidate) => inspectAnalyser(run, { runs, candidate, now }))
      .map((found, index) => ({ found, index, rank: rankOf(found, { run, candidates }) }))
      .sort((a, b) => a.rank - b.rank || a.index - b.index)
      .map(({ found }) => found),
  };
}

const isWritten = (part: Part, profile: AnalyserProfile): boolean => writtenBy(part, profile) !== undefined;

function inspectAnalyser(
  run: UploadRun,
  { runs, candidate, now }: { runs: readonly UploadRun[]; candidate: Candidate; now: Date },
): InspectedAnalyser {
  const { analyserId, profile, kept } = candidate;
  const dyes = dyesOf(run, candidate);
  const found = { analyserId, dyes, problem: null, notes: [], curves: [], files: [] };
  const known = run.parts.map((part) => ({
    confidence: writtenBy(part, profile)?.confidence ?? 'documented',
  }));
  try {
    const { report, sources } = assembleRun(run, { runs, profile, answers: [], kept, now });
    const files = new Set(run.parts.filter(({ source }) => sources.includes(source)).map(({ file }) => file));
    const { notes, curves, amplification } = report;
    const confidence = leastKnown(report.files);
    const read = { ...found, outcome: 'reads' as const, confidence, notes, curves, files: [...files] };
    return amplification === undefined ? read : { ...read, amplification };
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    if (error.dyes.length > 0) return { ...found, outcome: 'asks', confidence: leastKnown(known) };
    return { ...found, outcome: 'refuses', problem: error.message };
  }
}

/** As in the note of the import: one file that is known from documentation only makes the run so. */
const leastKnown = (files: readonly { readonly confidence: Confidence }[]): Confidence =>
  files.some(({ confidence }) => confidence === 'documented') ? 'documented' : 'seen';

function dyesOf({ parts }: UploadRun, { profile, kept }: Candidate): InspectedAnalyser['dyes'] {
  const dyes = [...new Set(joinDyes(parts).map(({ dye }) => dye))];
  const { channels, answered } = channelsOfDyes(dyes, { profile, answers: kept });
  return dyes.map((dye) => {
    const channel = channels.get(dye) ?? null;
    return {
      dye,
      channel,
      source: answered.has(dye) ? 'kept' : channel === null ? 'unknown' : 'profile',
      kept: null,
    };
  });
}

const OUTCOMES = ['reads', 'asks', 'refuses'] as const;
/** Between a likeness to the instrument, 0, and one to the format, 1. */
const USUAL_PLACE = 0.5;
/** Puts the usual analyser before others that resemble the instrument as much. */
const BEFORE_EQUALS = 0.1;

/**
 * Sorts analysers that need no answer first, then those named like the instrument, the laboratory's usual one, and
 * those named like the format.
 */
function rankOf(
  { analyserId, outcome }: InspectedAnalyser,
  { run, candidates }: { readonly run: UploadRun; readonly candidates: readonly Candidate[] },
): number {
  const candidate = candidates.find((one) => one.analyserId === analyserId);
  const dissimilarity = dissimilarityOf(candidate?.profile.name ?? '', run);
  const place =
    candidate?.isUsual === true ? Math.min(dissimilarity, USUAL_PLACE) - BEFORE_EQUALS : dissimilarity;
  return OUTCOMES.indexOf(outcome) * 10 + place;
}
