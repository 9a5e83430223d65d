import { Prisma } from '../../generated/prisma/client.ts';

const LOT = `json_build_object('id', l.id, 'name', l.name, 'kit', k.name, 'version', v.version,
  'expirationDate', to_char(l.expiration_date, 'YYYY-MM-DD'))`;

/**
 * Selects the current lots of a run as JSON. A decision copies them, so that a later correction of an expiry date does
 * not change it.
 */
export const usedLots = (runId: string): Prisma.Sql => Prisma.sql`
  SELECT coalesce(jsonb_agg(${Prisma.raw(LOT)} ORDER BY k.name, v.version, l.name, l.id), '[]')
  FROM lot l JOIN kit_version v ON v.id = l.kit_version_id JOIN kit k ON k.id = v.kit_id
  WHERE l.id IN (SELECT lot_id FROM run_reference WHERE run_id = ${runId}::uuid)`;
