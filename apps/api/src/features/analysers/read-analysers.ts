import {
  analyserProfileSchema,
  channelsOfProfile,
  confidenceOfProfile,
  type Analyser,
} from '@curvewell/domain';

import type { Db } from '../../database/db.ts';
import { notFound } from '../../errors.ts';
import type { Prisma } from '../../generated/prisma/client.ts';

/** The most analysers of an installation; lists are not paged. */
export const MAX_ANALYSERS = 200;

/** One phase suffices to show whether a kit is configured for an analyser. */
export const analyserInclude = {
  phases: { take: 1, select: { id: true } },
} as const satisfies Prisma.AnalyserInclude;

export type AnalyserRow = Prisma.AnalyserGetPayload<{ include: typeof analyserInclude }>;

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
export async function listAnalysers({ db }: { readonly db: Db }): Promise<Analyser[]> {
  return findAnalysers(db, {});
}

/** The analysers for which a kit version has phases. @throws AppError `not-found` */
export async function analysersOfKitVersion(
  { db }: { readonly db: Db },
  versionId: string,
): Promise<Analyser[]> {
  const count = await db.kitVersion.count({ where: { id: versionId } });
  if (count === 0) throw notFound('kit version');
  return findAnalysers(db, { phases: { some: { kitVersionId: versionId } } });
}

async function findAnalysers(db: Db, where: Prisma.AnalyserWhereInput): Promise<Analyser[]> {
  const rows = await analyserRows(db, where);
  return rows.map(analyserView);
}

/** In the installation's order. */
export function analyserRows(db: Db, where: Prisma.AnalyserWhereInput): Promise<AnalyserRow[]> {
  return db.analyser.findMany({
    where,
    include: analyserInclude,
    orderBy: [{ order: 'asc' }, { name: 'asc' }],
    take: MAX_ANALYSERS,
  });
}
