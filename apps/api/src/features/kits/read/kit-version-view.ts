import type { KitVersion } from '@curvewell/domain';

import type { Prisma } from '../../../generated/prisma/client.ts';
import type { Caller } from '../../../actor.ts';
import { diagnosticColorOf } from './diagnostic-color.ts';
import { dayOf, lotInclude, lotView, visibleLots } from './lot-view.ts';
import { settingsOfRow } from './settings-of-row.ts';

/** Newest first; the name orders versions of the same moment. */
export const newestFirst = [
  { createdAt: 'desc' },
  { version: 'desc' },
] as const satisfies Prisma.KitVersionOrderByWithRelationInput[];
const OLDEST_FIRST = [
  { createdAt: 'asc' },
  { version: 'asc' },
] as const satisfies Prisma.KitVersionOrderByWithRelationInput[];

/** A bound for the list; more than the lots of a version. */
const MAX_LOTS = 500;

/** The related rows of a kit version, with the lots visible to the caller. */
export function kitVersionInclude(actor: Caller) {
  return {
    kit: {
      select: {
        id: true,
        name: true,
        versions: { orderBy: [...OLDEST_FIRST], take: 1, select: { id: true } },
      },
    },
    outsideDiagnostic: true,
    lots: { where: visibleLots(actor), include: lotInclude, orderBy: { name: 'asc' }, take: MAX_LOTS },
  } as const satisfies Prisma.KitVersionInclude;
}

type KitVersionRow = Prisma.KitVersionGetPayload<{ include: ReturnType<typeof kitVersionInclude> }>;

/** @param withResults The versions with results of runs other than trials, at least of this one. */
export function kitVersionView({ kit, ...row }: KitVersionRow, withResults: ReadonlySet<string>): KitVersion {
  return {
    id: row.id,
    version: row.version,
    kit: { id: kit.id, name: kit.name },
    lots: row.lots.map(lotView),
    validityStartDate: row.validityStartDate === null ? null : dayOf(row.validityStartDate),
    validityEndDate: row.validityEndDate === null ? null : dayOf(row.validityEndDate),
    isEditable: row.isEditable && !withResults.has(row.id),
    isFirst: kit.versions[0]?.id === row.id,
    ...settingsOfRow(row),
    outsideDiagnostic: row.outsideDiagnostic && diagnosticColorOf(row.outsideDiagnostic),
    revision: row.revision,
  };
}
