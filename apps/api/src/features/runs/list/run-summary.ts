import { runDeliverySchema, type RunSummary } from '@curvewell/domain';

import type { LaboratoryCaller } from '../../../actor.ts';
import { archivingOf, permissionsFor, type RunRow } from '../read/run-state.ts';

/** `YYYY-MM-DD` of a date column. */
export const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** A listed run, with data of related tables. */
export type ListedRun = Pick<RunRow, ListedColumn | 'laboratory'> & {
  readonly lotNames: readonly string[];
  readonly trialLots: RunSummary['trialLots'];
  readonly usedPairs: RunSummary['usedKitReactionBufferPairs'];
  readonly hasCurves: boolean;
  /** As in the statement; null: none, or sent. */
  readonly delivery: {
    readonly state: string;
    readonly nextTryAt: string | null;
    readonly fault: string | null;
  } | null;
  readonly since: Date;
  /** Whether it matches its signature; null: not signed or not checked. */
  readonly isUnchanged: boolean | null;
  /** Omitted: not in a list. */
  readonly samples?: RunSummary['samples'] | null;
};

/** The columns of a run that lists show or that permissions depend on, by database name. */
export const LISTED_COLUMNS = {
  id: 'id',
  businessId: 'business_id',
  plateId: 'plate_id',
  plateType: 'plate_type',
  name: 'name',
  runDate: 'run_date',
  runDateSource: 'run_date_source',
  runDateZone: 'run_date_zone',
  runDateText: 'run_date_text',
  runDateByName: 'run_date_by_name',
  importedAt: 'imported_at',
  createdByName: 'created_by_name',
  instrumentName: 'instrument_name',
  analyserId: 'analyser_id',
  fileName: 'file_name',
  status: 'status',
  submittedById: 'submitted_by_id',
  submittedByName: 'submitted_by_name',
  interpretedById: 'interpreted_by_id',
  interpretedByName: 'interpreted_by_name',
  decidedByName: 'decided_by_name',
  ftpSent: 'ftp_sent',
  archiving: 'archiving',
  archivedAt: 'archived_at',
  deletionDate: 'deletion_date',
  trialLotIds: 'trial_lot_ids',
  revision: 'revision',
} as const satisfies Partial<Record<keyof RunRow, string>>;
type ListedColumn = keyof typeof LISTED_COLUMNS;

export function listedSummary(actor: LaboratoryCaller, row: ListedRun): RunSummary {
  return {
    id: row.id,
    businessId: row.businessId,
    plateId: row.plateId,
    plateType: row.plateType,
    name: row.name,
    created: row.runDate.toISOString(),
    runDateSource: row.runDateSource,
    runDateZone: row.runDateZone,
    runDateText: row.runDateText,
    runDateByName: row.runDateByName,
    laboratoryTimeZone: row.laboratory.timeZone,
    createdByName: row.createdByName,
    instrumentName: row.instrumentName,
    analyser: row.analyserId,
    runImportDate: row.importedAt.toISOString(),
    status: row.status,
    since: row.since.toISOString(),
    submittedByName: row.submittedByName,
    interpretationRunByName: row.interpretedByName,
    rejectedBy: row.status === 'REJECTED' ? row.decidedByName : null,
    approvedBy: row.status === 'APPROVED' ? row.decidedByName : null,
    laboratory: { id: row.laboratory.id, name: row.laboratory.name },
    ftpSent: row.ftpSent,
    delivery: deliveryOf(row),
    fileName: row.fileName,
    lotName: row.lotNames.length === 0 ? null : row.lotNames.join(', '),
    isTrial: row.trialLots.length > 0,
    trialLots: row.trialLots,
    usedKitReactionBufferPairs: row.usedPairs.map((pair) => ({
      kitVersion: pair.kitVersion,
      reactionBuffer: pair.reactionBuffer,
    })),
    parsed: row.hasCurves,
    deletionDate: row.deletionDate === null ? null : dayOf(row.deletionDate),
    archiving: archivingOf(row),
    record: row.isUnchanged === null ? null : row.isUnchanged ? 'unchanged' : 'changed',
    revision: row.revision,
    permissions: permissionsFor(actor, row),
    ...(row.samples && { samples: row.samples }),
  };
}

function deliveryOf({ delivery }: Pick<ListedRun, 'delivery'>): RunSummary['delivery'] {
  if (delivery === null) return null;
  const { nextTryAt } = delivery;
  return runDeliverySchema.parse({
    ...delivery,
    nextTryAt: nextTryAt === null ? null : new Date(nextTryAt).toISOString(),
  });
}
