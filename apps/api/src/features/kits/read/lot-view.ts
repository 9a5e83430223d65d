import type { Lot } from '@curvewell/domain';

import type { Prisma } from '../../../generated/prisma/client.ts';
import type { Caller } from '../../../actor.ts';

export const kitVersionReference = {
  select: { id: true, version: true, kit: { select: { id: true, name: true } } },
} as const satisfies Prisma.KitVersionDefaultArgs;

export const lotInclude = {
  kitVersion: kitVersionReference,
} as const satisfies Prisma.LotInclude;

type LotRow = Prisma.LotGetPayload<{ include: typeof lotInclude }>;

/** A calendar day, from a date column. */
export const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** Every user sees active lots; others need permission to read the lot configuration. */
export function visibleLots({ permissions }: Caller): { readonly active?: true } {
  return permissions.has('READ_LOT_CONFIG_ADMIN') ? {} : { active: true };
}

export function lotView(row: LotRow): Lot {
  return {
    id: row.id,
    name: row.name,
    expirationDate: dayOf(row.expirationDate),
    active: row.active,
    admin: row.admin,
    production: row.production,
    kitVersion: row.kitVersion,
    revision: row.revision,
  };
}
