import type { DiagnosticRow } from '@curvewell/domain';

import type { Db, Tx } from '../../database/db.ts';
import { type KitViewer, visibleKit } from '../../database/kit-scope.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { diagnosticColorOf } from '../kits/index.ts';

/** A bound for the list; more than the kits of an installation use. */
const MAX_ROWS = 2000;

const rowInclude = {
  kit: { select: { id: true, name: true } },
} as const satisfies Prisma.DiagnosticColorInclude;

/** The name and colour of each diagnostic of the kits that the caller sees. Excludes results of controls. */
export async function listRows(db: Db | Tx, viewer: KitViewer): Promise<DiagnosticRow[]> {
  const rows = await db.diagnosticColor.findMany({
    where: { kit: visibleKit(viewer) },
    include: rowInclude,
    orderBy: [{ kit: { name: 'asc' } }, { order: 'asc' }, { diagnosticName: 'asc' }],
    take: MAX_ROWS,
  });
  const uses = await usesOfRows(db);
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
      versions: uses.get(row.id)?.versions ?? 0,
      isUsed: uses.get(row.id)?.isUsed ?? false,
      revision: row.revision,
    };
  });
}

interface RowUse extends Pick<DiagnosticRow, 'versions' | 'isUsed'> {
  readonly id: string;
}

/** Where the rows are used; each query uses an index. */
async function usesOfRows(db: Db | Tx): Promise<ReadonlyMap<string, RowUse>> {
  const rows = await db.$queryRaw<RowUse[]>`
    SELECT d.id, coalesce(r.versions, 0)::int AS versions,
      r.versions IS NOT NULL
        OR EXISTS (SELECT 1 FROM kit_version WHERE outside_diagnostic_id = d.id)
        OR EXISTS (SELECT 1 FROM kit_version v WHERE v.kit_id = d.kit_id
          AND v.channel_rules @> jsonb_build_array(jsonb_build_object('conditions',
            jsonb_build_array(jsonb_build_object('diagnostic', d.diagnostic_name)))))
        OR EXISTS (SELECT 1 FROM earlier_well WHERE expected_diagnostic_id = d.id)
        OR EXISTS (SELECT 1 FROM run_well_use WHERE expected_diagnostic_id = d.id)
        OR EXISTS (SELECT 1 FROM template_well WHERE expected_diagnostic_id = d.id) AS "isUsed"
    FROM diagnostic_color d LEFT JOIN (
      SELECT diagnostic_color_id, count(DISTINCT kit_version_id) AS versions
      FROM combination_rule WHERE diagnostic_color_id IS NOT NULL GROUP BY diagnostic_color_id
    ) r ON r.diagnostic_color_id = d.id
    WHERE d.kit_id IS NOT NULL`;
  return new Map(rows.map((row) => [row.id, row]));
}
