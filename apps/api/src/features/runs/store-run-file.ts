import { readFile } from 'node:fs/promises';

import type { ChannelName, PhaseType } from '@curvewell/contracts';
import type { RunCurve, RunFile } from '@curvewell/instruments';

import type { Tx } from '../../db.ts';
import type { UploadedFile } from '../../http/uploads.ts';
import { packCurves } from '../plate/index.ts';

interface Owner {
  readonly runId: string;
  readonly laboratoryId: string;
}

/** Stores the original files, byte for byte. */
export async function storeFiles(tx: Tx, owner: Owner, files: readonly UploadedFile[]): Promise<void> {
  for (const [order, { path, name, size, sha256 }] of files.entries()) {
    const content = new Uint8Array(await readFile(path));
    await tx.runFile.create({ data: { ...owner, order, name, size, sha256, content } });
  }
}

/** Stores what was read: one analysis a channel, its wells, and the packed curves of each phase. */
export async function storeCurves(tx: Tx, owner: Owner, runFile: RunFile): Promise<void> {
  const known = new Map(runFile.wells.map((well) => [well.position, well]));
  for (const [channel, curves] of Map.groupBy(runFile.curves, (curve) => curve.channel)) {
    const analysis = await tx.channelAnalysis.create({
      data: { ...owner, channel, name: channel, phases: [...new Set(curves.map(({ phase }) => phase))] },
    });
    await tx.well.createMany({
      data: [...new Set(curves.map(({ position }) => position))].map((position) => ({
        ...owner,
        analysisId: analysis.id,
        position,
        name: known.get(position)?.name ?? null,
        sampleType: known.get(position)?.sampleType ?? null,
      })),
    });
    await storePacks(tx, owner, channel, curves);
  }
}

async function storePacks(
  tx: Tx,
  owner: Owner,
  channel: ChannelName,
  curves: readonly RunCurve[],
): Promise<void> {
  const byPhase = Map.groupBy(curves, ({ phase }): PhaseType => phase);
  await tx.runCurves.createMany({
    data: [...byPhase].map(([phase, ofPhase]) => ({
      ...owner,
      channel,
      phase,
      quantity: ofPhase[0]?.quantity ?? 'fluorescence',
      ...packCurves(ofPhase, 'float64'),
    })),
  });
}
