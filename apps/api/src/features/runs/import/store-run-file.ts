import { readFile } from 'node:fs/promises';

import type { ChannelName, PhaseType } from '@curvewell/domain';
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
 * Stores what was read: one analysis for each channel, its wells, and the packed curves of each phase.
 * Existing wells are unchanged.
 */
export async function storeCurves(tx: Tx, owner: Owner, runFile: RunFile): Promise<void> {
  const known = new Map(runFile.wells.map((well) => [well.position, well]));
  for (const [channel, curves] of Map.groupBy(runFile.curves, (curve) => curve.channel)) {
    const phases = [...new Set(curves.map(({ phase }) => phase))];
    const { id: analysisId } = await tx.channelAnalysis.upsert({
      where: { runId_channel: { runId: owner.runId, channel } },
      create: { ...owner, channel, name: channel, phases },
      update: { phases },
    });
    const positions = new Set(curves.map(({ position }) => position));
    const wells = [...positions].map((position) => known.get(position) ?? { ...NAMELESS, position });
    await storeWells(tx, { ...owner, analysisId }, wells);
    await storePacks(tx, { ...owner, channel }, curves);
  }
}

const NAMELESS = { name: null, sampleType: null } as const;

/** One raw statement: Prisma takes 0.1 s for the rows of a 384-well plate. */
async function storeWells(
  tx: Tx,
  { analysisId, runId, laboratoryId }: Owner & { readonly analysisId: string },
  wells: readonly RunWell[],
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO well (id, analysis_id, run_id, laboratory_id, position, name, sample_type)
    SELECT gen_random_uuid(), ${analysisId}::uuid, ${runId}::uuid, ${laboratoryId}::uuid, position, name, type::sample_type
    FROM unnest(
      ${wells.map(({ position }) => position)}::text[],
      ${wells.map(({ name }) => name)}::text[],
      ${wells.map(({ sampleType }) => sampleType)}::text[]
    ) AS of_file (position, name, type)
    ON CONFLICT (analysis_id, position) DO NOTHING`;
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
