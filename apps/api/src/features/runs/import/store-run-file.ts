import { readFile } from 'node:fs/promises';

import { comparePositions, type ChannelName, type PhaseType } from '@curvewell/domain';
import type { RunCurve, RunFile, RunWell } from '@curvewell/instruments';

import type { Db, Tx } from '../../../database/db.ts';
import type { UploadedFile } from '../../../formats/uploaded-file.ts';
import { keepOriginal } from '../../../originals/originals.ts';
import type { StoredOriginal } from '../../../originals/packed-original.ts';
import { storedCurves } from '../../plate/index.ts';

interface Owner {
  readonly runId: string;
  readonly laboratoryId: string;
}

/** An original file to be stored, in memory. */
interface OriginalFile extends Omit<UploadedFile, 'path'> {
  /** Null: already in the object store. */
  readonly stored: StoredOriginal | null;
}

/** Loads uploaded files from disk, before the transaction that stores them. */
export function readOriginals(
  db: Db,
  { runId, files }: { readonly runId: string; readonly files: readonly UploadedFile[] },
): Promise<OriginalFile[]> {
  return Promise.all(
    files.map(async ({ path, name, size, sha256 }) => ({
      name,
      size,
      sha256,
      stored: await keepOriginal(db, { runId, sha256, content: await readFile(path) }),
    })),
  );
}

/** Stores the original files byte for byte. */
export async function storeFiles(tx: Tx, owner: Owner, files: readonly OriginalFile[]): Promise<void> {
  for (const [order, { stored, name, size, sha256 }] of files.entries()) {
    const data = { ...owner, order, name, size, sha256, ...stored };
    // Without `select` the database would return the whole file.
    await tx.runFile.create({ data, select: { id: true } });
  }
}

/**
 * Stores what was read: one analysis with its wells for each channel, and the packed curves of each phase.
 * Existing wells are unchanged.
 */
export async function storeCurves(tx: Tx, owner: Owner, runFile: RunFile): Promise<void> {
  const known = new Map(runFile.wells.map((well) => [well.position, well]));
  const channels = Map.groupBy(runFile.curves, (curve) => curve.channel);
  await storeWells(
    tx,
    owner,
    Array.from(channels, ([channel, curves]) => ({
      channel,
      phases: [...new Set(curves.map(({ phase }) => phase))],
      wells: [...new Set(curves.map(({ position }) => position))]
        .toSorted(comparePositions)
        .map((position) => storedWell(known.get(position) ?? { ...NAMELESS, position })),
    })),
  );
  for (const [channel, curves] of channels) await storePacks(tx, { ...owner, channel }, curves);
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
    SELECT gen_random_uuid(), ${runId}::uuid, ${laboratoryId}::uuid, c.channel, c.channel::text, c.phases, c.wells
    FROM jsonb_to_recordset(${JSON.stringify(channels)}::jsonb)
      AS c(channel channel_name, phases phase_type[], wells jsonb)
    ON CONFLICT (run_id, channel) DO UPDATE SET phases = excluded.phases, wells = (
      SELECT jsonb_agg(w.kept ORDER BY length(w.kept->>'position'), w.kept->>'position' COLLATE "C")
      FROM (
        SELECT DISTINCT ON (e.value->>'position') e.value AS kept
        FROM (SELECT value, 1 AS turn FROM jsonb_array_elements(a.wells)
          UNION ALL SELECT value, 2 FROM jsonb_array_elements(excluded.wells)) e
        ORDER BY e.value->>'position', e.turn
      ) w)`;
}

async function storePacks(
  tx: Tx,
  owner: Owner & { readonly channel: ChannelName },
  curves: readonly RunCurve[],
): Promise<void> {
  const byPhase = Map.groupBy(curves, ({ phase }): PhaseType => phase);
  await tx.runCurves.createMany({
    data: [...byPhase].map(([phase, ofPhase]) => ({
      ...owner,
      phase,
      quantity: ofPhase[0]?.quantity ?? 'fluorescence',
      ...storedCurves(ofPhase),
    })),
  });
}
