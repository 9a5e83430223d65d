import { newId } from '../../../database/new-id.ts';
import type { Tx } from '../../../database/db.ts';
import { type KitViewer, visibleKit } from '../../../database/kit-scope.ts';
import { notFound } from '../../../errors.ts';
import { copyConfigurations } from './copy-configurations.ts';

interface KitCopy {
  /** The copied version, of any kit that the caller sees. */
  readonly from: string;
  /** The new kit and its new version. */
  readonly to: { readonly kitId: string; readonly versionId: string };
}

/**
 * Copies a version of another kit to a new kit: its channels, diagnostics, buffers, analysers and settings. The
 * copy is validated on no analyser, and of a sample kit it is a sample kit.
 *
 * @throws AppError `not-found`
 */
export async function copyKit(
  tx: Tx,
  viewer: KitViewer,
  { from, to: { kitId, versionId } }: KitCopy,
): Promise<void> {
  const source = await tx.kitVersion.findUnique({
    where: { id: from, kit: visibleKit(viewer) },
    select: { kit: { include: { channels: true, diagnostics: true, buffers: true, analysers: true } } },
  });
  if (source === null) throw notFound('kit version');
  const { id: copiedId, sample, channels, buffers, analysers } = source.kit;
  const diagnostics = new Map(source.kit.diagnostics.map(({ id }) => [id, newId()]));
  await tx.kit.update({ where: { id: kitId }, data: { sample } });
  await tx.kitChannel.createMany({ data: channels.map((channel) => ({ ...channel, kitId })) });
  await tx.kitReactionBuffer.createMany({ data: buffers.map((buffer) => ({ ...buffer, kitId })) });
  await tx.kitAnalyser.createMany({ data: analysers.map(({ analyserId }) => ({ kitId, analyserId })) });
  await tx.diagnosticColor.createMany({
    data: source.kit.diagnostics.map(({ id, revision: _, ...diagnostic }) => ({
      ...diagnostic,
      id: diagnostics.get(id) ?? newId(),
      kitId,
    })),
  });
  await copyConfigurations(tx, { kitId: copiedId, from, to: versionId, diagnostics });
}
