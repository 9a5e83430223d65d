import { readFile } from 'node:fs/promises';

import { comparePositions, type ChannelName, type PhaseType } from '@curvewell/domain';
import {
  amplificationSha256,
  packAmplification,
  type RunCurve,
  type RunFile,
  type RunWell,
} from '@curvewell/instruments';

import type { Db, Tx } from '../../../database/db.ts';
import type { UploadedFile } from '../../../formats/uploaded-file.ts';
import { putBlob, storeBlobs, type NewBlob } from '../../../blobs/blobs.ts';
import { putOriginal, type NewOriginal } from '../../../blobs/originals.ts';
import { storedCurves } from '../../../curves/index.ts';

interface Owner {
  readonly runId: string;
  readonly laboratoryId: string;
}

type OriginalFile = Omit<UploadedFile, 'path'> & NewOriginal;

/** Loads uploaded files from disk, before the transaction that stores them. */
export function putOriginals(
  db: Db,
  { runId, files }: { readonly runId: string; readonly files: readonly UploadedFile[] },
): Promise<OriginalFile[]> {
  return Promise.all(
    files.map(async ({ path, name, size, sha256 }) => ({
      name,
      size,
      sha256,
      ...(await putOriginal(db, runId, await readFile(path))),
    })),
  );
}

/** Stores the original files byte for byte. */
export async function storeFiles(tx: Tx, owner: Owner, files: readonly OriginalFile[]): Promise<void> {
  await storeBlobs(
    tx,
    owner,
    files.map(({ blob }) => blob),
  );
  await tx.runFile.createMany({
    data: files.map(({ blob: _, ...file }, order) => ({ ...owner, order, ...file })),
  });
}

type NewCurves = Omit<ReturnType<typeof storedCurves>, 'packed'> &
  Pick<RunCurve, 'channel' | 'phase' | 'quantity'> & { readonly blob: NewBlob };

/** What was read of files, with its curves ready to be stored. */
export interface PutRunFile {
  readonly wells: readonly RunWell[];
  readonly curves: readonly NewCurves[];
  /** Null: the files hold none. */
  readonly amplification: { readonly contentSha256: string; readonly blob: NewBlob } | null;
}

/** Packs the curves of each channel and phase, before the transaction that stores them. */
export async function putCurves(
  db: Db,
  runId: string,
  { wells, curves, amplification }: RunFile,
): Promise<PutRunFile> {
  const placed = Map.groupBy(curves, ({ channel, phase }) => `${channel} ${phase}`);
  const put = [...placed.values()].map(async (together): Promise<NewCurves[]> => {
    const [first] = together;
    if (first === undefined) return [];
    const { channel, phase, quantity } = first;
    const { packed, ...described } = storedCurves(together);
    return [{ channel, phase, quantity, ...described, blob: await putBlob(db, runId, packed) }];
  });
  return {
    wells,
    curves: (await Promise.all(put)).flat(),
    amplification:
      amplification.length === 0
        ? null
        : {
            contentSha256: amplificationSha256(amplification),
            blob: await putBlob(db, runId, packAmplification(amplification)),
          },
  };
}

/**
 * Stores what was read: one analysis with its wells for each channel, the packed curves of each phase, and
 * amplification.
 * Existing wells are unchanged.
 */
export async function storeCurves(tx: Tx, owner: Owner, runFile: PutRunFile): Promise<void> {
  await storeBlobs(
    tx,
    owner,
    [...runFile.curves, ...(runFile.amplification === null ? [] : [runFile.amplification])].map(
      ({ blob }) => blob,
    ),
  );
  if (runFile.amplification !== null) {
    const { contentSha256, blob } = runFile.amplification;
    await tx.runAmplification.create({ data: { ...owner, contentSha256, packedSha256: blob.sha256 } });
  }
  await tx.runCurves.createMany({
    data: runFile.curves.map(({ blob, ...curves }) => ({ ...owner, ...curves, packedSha256: blob.sha256 })),
  });
  const known = new Map(runFile.wells.map((well) => [well.position, well]));
  const channels = Map.groupBy(runFile.curves, (curve) => curve.channel);
  await storeWells(
    tx,
    owner,
    Array.from(channels, ([channel, curves]) => ({
      channel,
      phases: curves.map(({ phase }) => phase),
      wells: [...new Set(curves.flatMap(({ positions }) => positions))]
        .toSorted(comparePositions)
        .map((position) => storedWell(known.get(position) ?? { ...NAMELESS, position })),
    })),
  );
}

const NAMELESS = { name: null, sampleType: null } as const;

/** As in docs/packed-wells.md. */
const storedWell = ({ position, name, sampleType }: RunWell) => ({
  position,
  ...(name !== null && { name }),
  ...(sampleType !== null && { sample_type: sampleType }),
});

interface StoredChannel {
  readonly channel: ChannelName;
  readonly phases: readonly PhaseType[];
  readonly wells: readonly ReturnType<typeof storedWell>[];
}

async function storeWells(
  tx: Tx,
  { runId, laboratoryId }: Owner,
  channels: readonly StoredChannel[],
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO channel_analysis AS a (id, run_id, laboratory_id, channel, name, phases, wells)
    SELECT new_id(), ${runId}::uuid, ${laboratoryId}::uuid, c.channel, c.channel::text, c.phases, c.wells
    FROM jsonb_to_recordset(${JSON.stringify(channels)}::jsonb)
      AS c(channel channel_name, phases phase_type[], wells jsonb)
    ON CONFLICT ON CONSTRAINT channel_analysis_run_id_channel_key DO UPDATE SET phases = excluded.phases, wells = (
      SELECT jsonb_agg(w.kept ORDER BY length(w.kept->>'position'), w.kept->>'position' COLLATE "C")
      FROM (
        SELECT DISTINCT ON (e.value->>'position') e.value AS kept
        FROM (SELECT value, 1 AS turn FROM jsonb_array_elements(a.wells)
          UNION ALL SELECT value, 2 FROM jsonb_array_elements(excluded.wells)) e
        ORDER BY e.value->>'position', e.turn
      ) w)`;
}
