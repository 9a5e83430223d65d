import type { DiagnosticRow } from '@curvewell/contracts';

import type { Db, Tx } from '../../db.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { diagnosticColorOf } from '../kits/index.ts';

/** More than the kits of an installation ever name; a list has an end all the same. */
const MAX_ROWS = 2000;

const rowInclude = {
  kit: { select: { id: true, name: true } },
} as const satisfies Prisma.DiagnosticColorInclude;

/** The diagnostic table: how each kit names and paints its diagnostics. The results of controls are not in it. */
export async function listRows(db: Db | Tx): Promise<DiagnosticRow[]> {
  const rows = await db.diagnosticColor.findMany({
    where: { kitId: { not: null } },
    include: rowInclude,
    orderBy: [{ kit: { name: 'asc' } }, { order: 'asc' }, { diagnosticName: 'asc' }],
    take: MAX_ROWS,
  });
  return rows.flatMap(({ kit, ...row }) => {
    if (kit === null) return [];
    const diagnosticColor = diagnosticColorOf(row);
    return {
      id: row.id,
      name: diagnosticColor.diagnostic.name,
      order: row.order,
      active: row.active,
      kit,
      kits: [kit],
      label: row.label,
      diagnosticColor,
    };
  });
}
