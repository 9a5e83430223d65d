import {
  analyserProfileSchema,
  channelsOfProfile,
  confidenceOfProfile,
  type Analyser,
} from '@curvewell/domain';

import type { Db } from '../../database/db.ts';
import { type KitViewer, requireVersion, visibleKit } from '../../database/kit-scope.ts';
import type { Prisma } from '../../generated/prisma/client.ts';

/** The most analysers of an installation; lists are not paged. */
export const MAX_ANALYSERS = 200;

/** One phase suffices to show whether a kit that the caller sees is configured for an analyser. */
export const analyserInclude = (viewer: KitViewer) =>
  ({
    phases: { where: { kitVersion: { kit: visibleKit(viewer) } }, take: 1, select: { id: true } },
  }) satisfies Prisma.AnalyserInclude;

export type AnalyserRow = Prisma.AnalyserGetPayload<{ include: ReturnType<typeof analyserInclude> }>;

export function analyserView(row: AnalyserRow): Analyser {
  const profile = analyserProfileSchema.parse(row.profile);
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    maxNumberOfFilesByRun: row.maxNumberOfFilesByRun,
    active: row.active,
    configured: row.phases.length > 0,
    fileTypes: row.fileTypes,
    channels: channelsOfProfile(profile),
    confidence: confidenceOfProfile(profile),
  };
}

/** All analysers in the installation's order. */
export async function listAnalysers({ db }: { readonly db: Db }, viewer: KitViewer): Promise<Analyser[]> {
  return findAnalysers(db, viewer, {});
}

/** The analysers for which a kit version has phases. @throws AppError `not-found` */
export async function analysersOfKitVersion(
  { db }: { readonly db: Db },
  viewer: KitViewer,
  versionId: string,
): Promise<Analyser[]> {
  await requireVersion(db, viewer, versionId);
  return findAnalysers(db, viewer, { phases: { some: { kitVersionId: versionId } } });
}

async function findAnalysers(
  db: Db,
  viewer: KitViewer,
  where: Prisma.AnalyserWhereInput,
): Promise<Analyser[]> {
  const rows = await analyserRows(db, viewer, where);
  return rows.map(analyserView);
}

/** In the installation's order. */
export function analyserRows(
  db: Db,
  viewer: KitViewer,
  where: Prisma.AnalyserWhereInput,
): Promise<AnalyserRow[]> {
  return db.analyser.findMany({
    where,
    include: analyserInclude(viewer),
    orderBy: [{ order: 'asc' }, { name: 'asc' }],
    take: MAX_ANALYSERS,
  });
}
