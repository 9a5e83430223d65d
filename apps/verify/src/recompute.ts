import { ALGORITHM_VERSIONS, plateAnalyse } from '@curvewell/analysis';
import { engineSha256 } from '@curvewell/analysis/engine-hash';
import {
  assayKey,
  callExplanationSchema,
  canonicalJson,
  completeWells,
  configurationSnapshotSchema,
  type DecisionRecord,
  type PhaseCurves,
  PORTABLE_PARTS,
  readAssays,
} from '@curvewell/domain';
import { sha256, templateFault } from '@curvewell/domain/record';
import { amplificationSha256, readRun, type RunCurve, type RunFile } from '@curvewell/instruments';

import { fails, type Finding, holds, unsure } from './findings.ts';
import { type OpenedRecord, originalsOf } from './opened-record.ts';

/** Defined in the bundled file, where the sources are not available. */
declare const BUILT_ENGINE_SHA256: string | undefined;

/** Identifies the build of this program's algorithms. */
const ENGINE_SHA256: string = typeof BUILT_ENGINE_SHA256 === 'string' ? BUILT_ENGINE_SHA256 : engineSha256();

/** Reads the originals again, and calls every well again with the algorithm of the record. */
export async function recompute(opened: OpenedRecord): Promise<Finding[]> {
  const { record, reading, parts } = opened;
  const files = originalsOf(parts).map(({ name, bytes }) => ({ name, bytes: new Uint8Array(bytes) }));
  const run = await readRun(files, { profile: reading.profile, answers: reading.answers });
  const readings = checkReadings(run, record);
  const { algorithmVersion } = record.interpretation;
  if (!ALGORITHM_VERSIONS.includes(algorithmVersion))
    return [
      ...readings,
      unsure(
        PORTABLE_PARTS.record,
        `The calls are by algorithm ${algorithmVersion}, which this program does not know. It knows ${ALGORITHM_VERSIONS.join(', ')}.`,
      ),
    ];
  return [...readings, ...checkCalls(run, record)];
}

/** Checks that the readings are byte by byte those that were called. */
function checkReadings({ curves, amplification }: RunFile, record: DecisionRecord): Finding[] {
  const wrong = record.curves.filter(({ channel, phase, temperaturesSha256, valuesSha256 }) => {
    const ofPlace = curves.filter((curve) => curve.channel === channel && curve.phase === phase);
    const bytes = (pick: (curve: RunCurve) => Float64Array) =>
      sha256(Buffer.concat(ofPlace.map((curve) => littleEndian(pick(curve)))));
    return (
      bytes(({ temperature }) => temperature) !== temperaturesSha256 ||
      bytes(({ value }) => value) !== valuesSha256
    );
  });
  if (wrong.length > 0)
    return wrong.map(({ channel, phase }) =>
      fails(
        PORTABLE_PARTS.record,
        `${channel}, ${phase}: the readings in the original files differ from those of the calls.`,
      ),
    );
  const signed = record.amplification?.contentSha256;
  if (signed !== undefined && amplificationSha256(amplification) !== signed)
    return [
      fails(
        PORTABLE_PARTS.record,
        'Amplification: that of the original files differs from that of the record.',
      ),
    ];
  return [
    holds(PORTABLE_PARTS.reading, `The original files contain the same readings: ${curves.length} curves.`),
  ];
}

function littleEndian(values: Float64Array): Buffer {
  const bytes = Buffer.alloc(values.length * 8);
  for (const [index, value] of values.entries()) bytes.writeDoubleLE(value, index * 8);
  return bytes;
}

function checkCalls(run: RunFile, record: DecisionRecord): Finding[] {
  const { algorithmVersion, engineSha256 } = record.interpretation;
  const snapshot = configurationSnapshotSchema.parse(record.interpretation.configuration);
  const changed = snapshot.assays.flatMap(({ meltTemplates }) =>
    (meltTemplates?.kept ?? []).flatMap((template) => templateFault(template) ?? []),
  );
  if (changed.length > 0) return changed.map((fault) => fails(PORTABLE_PARTS.record, fault));
  const configurations = new Map(snapshot.assays.map((assay) => [assayKey(assay, assay.channel), assay]));
  const explained = record.wells.filter(({ explanation }) => explanation !== null);
  const assays = readAssays(explained.flatMap(completeWells), configurations, phasesOf(run), {
    compensation: snapshot.compensation,
    // A run of a release that did not keep amplification was called without that of its files.
    amplification: record.amplification === undefined ? [] : run.amplification,
  });
  const calls = plateAnalyse({ algorithmVersion, assays: assays.map(({ input }) => input) });
  const again = new Map(
    assays.flatMap(({ wells }, assay) =>
      wells.map((well, place) => [well.id, calls[assay]?.[place]?.explanation ?? null] as const),
    ),
  );
  const other = explained.filter(({ id, explanation }) => {
    const found = again.get(id);
    return (
      found === undefined ||
      found === null ||
      canonicalJson(callExplanationSchema.parse(found)) !== canonicalJson(explanation)
    );
  });
  if (other.length > 0) return other.map((well) => otherCall(well, record.interpretation));
  const build =
    engineSha256 === ENGINE_SHA256 ? '' : `, though by another build (${buildName(engineSha256)})`;
  return [
    holds(
      PORTABLE_PARTS.record,
      `Recomputed by algorithm ${algorithmVersion}${build}: all ${explained.length} results and their reasons are the same.`,
    ),
  ];
}

/**
 * A well whose new call has another explanation; another build of the algorithm may cause that, the same
 * build may not.
 */
function otherCall(
  { position, channel, explanation }: DecisionRecord['wells'][number],
  { algorithmVersion, engineSha256 }: DecisionRecord['interpretation'],
): Finding {
  const called = `${position}, ${channel}: the recomputed call is not “${explanation?.diagnostic ?? 'No call'}” for the same reasons`;
  if (engineSha256 === ENGINE_SHA256) return fails(PORTABLE_PARTS.record, `${called}.`);
  return unsure(
    PORTABLE_PARTS.record,
    `${called}. The call was made by another build of ${algorithmVersion} (${buildName(engineSha256)}) than that of this program (${buildName(ENGINE_SHA256)}).`,
  );
}

const buildName = (engine: string | undefined): string =>
  engine === undefined ? 'the record does not name it' : `engine ${engine.slice(0, 12)}`;

function phasesOf({ curves }: RunFile): PhaseCurves[] {
  return [...Map.groupBy(curves, ({ channel, phase }) => `${channel} ${phase}`).values()].flatMap(
    (ofPlace) => {
      const [first] = ofPlace;
      if (first === undefined) return [];
      const { channel, phase, quantity } = first;
      return [{ channel, phase, quantity, curves: new Map(ofPlace.map((curve) => [curve.position, curve])) }];
    },
  );
}
