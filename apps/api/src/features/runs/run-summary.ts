import { runPermissions, type RunPermissions, type RunState, type RunSummary } from '@curvewell/contracts';

import type { Prisma } from '../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../http/access.ts';

const kitVersion = {
  select: { id: true, version: true, kit: { select: { id: true, name: true } } },
} as const;
const named = { select: { id: true, name: true } } as const;

/** What of other tables a list of runs shows. */
export const summaryInclude = {
  laboratory: {
    select: { id: true, name: true, submitterMayApprove: true, fileTransfer: { select: { id: true } } },
  },
  kits: {
    orderBy: { order: 'asc' },
    include: {
      kitVersion: {
        select: { ...kitVersion.select, kit: { select: { id: true, name: true, channels: true } } },
      },
      reactionBuffer: named,
      lots: {
        orderBy: { order: 'asc' },
        include: { lot: { select: { id: true, name: true, expirationDate: true } } },
      },
    },
  },
  usedPairs: { include: { kitVersion, reactionBuffer: named } },
  archiveJob: { select: { failedAt: true } },
  _count: { select: { curves: true } },
} as const satisfies Prisma.RunInclude;

export type SummaryRow = Prisma.RunGetPayload<{ include: typeof summaryInclude }>;

/** `YYYY-MM-DD` of a date column. */
export const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

interface ArchiveJob {
  readonly failedAt: Date | null;
}

function archivingOf({ archiveJob }: { readonly archiveJob: ArchiveJob | null }): RunSummary['archiving'] {
  if (archiveJob === null) return null;
  return archiveJob.failedAt === null ? 'pending' : 'failed';
}

/** What the rules on a run look at. */
export function runState(row: {
  readonly status: RunState['status'];
  readonly interpretedById: string | null;
  readonly archivedAt: Date | null;
  readonly archiveJob: ArchiveJob | null;
  readonly ftpSent: boolean | null;
  readonly submittedById: string | null;
}): RunState {
  return {
    status: row.status,
    isInterpreted: row.interpretedById !== null,
    isArchived: row.archivedAt !== null,
    isBeingArchived: archivingOf(row) === 'pending',
    ftpSent: row.ftpSent,
    submittedById: row.submittedById,
  };
}

/** What the caller may do with a run. */
export function permissionsFor(
  actor: Pick<LaboratoryCaller, 'userId' | 'permissions'>,
  row: SummaryRow,
): RunPermissions {
  return runPermissions(runState(row), {
    userId: actor.userId,
    permissions: actor.permissions,
    submitterMayApprove: row.laboratory.submitterMayApprove,
    isFileTransferConfigured: row.laboratory.fileTransfer !== null,
  });
}

/** A run as a list shows it, from its rows. */
export function runSummary(actor: LaboratoryCaller, row: SummaryRow): RunSummary {
  const lots = row.kits.flatMap((kit) => kit.lots.map(({ lot }) => lot.name));
  return {
    id: row.id,
    businessId: row.businessId,
    plateId: row.plateId,
    plateType: row.plateType,
    name: row.name,
    created: row.runDate.toISOString(),
    createdByName: row.createdByName,
    instrumentName: row.instrumentName,
    analyser: row.analyserId,
    runImportDate: row.importedAt.toISOString(),
    status: row.status,
    submittedByName: row.submittedByName,
    interpretationRunByName: row.interpretedByName,
    rejectedBy: row.status === 'REJECTED' ? row.decidedByName : null,
    approvedBy: row.status === 'APPROVED' ? row.decidedByName : null,
    laboratory: { id: row.laboratory.id, name: row.laboratory.name },
    ftpSent: row.ftpSent,
    fileName: row.fileName,
    lotName: lots.length === 0 ? null : lots.join(', '),
    usedKitReactionBufferPairs: row.usedPairs.map((pair) => ({
      kitVersion: pair.kitVersion,
      reactionBuffer: pair.reactionBuffer,
    })),
    parsed: row._count.curves > 0,
    deletionDate: row.deletionDate === null ? null : dayOf(row.deletionDate),
    archiving: archivingOf(row),
    revision: row.revision,
    permissions: permissionsFor(actor, row),
  };
}
