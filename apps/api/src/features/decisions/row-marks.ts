import { readRows, type Db, type Tx } from '../../database/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';

/**
 * Identifies row versions by id, writing transaction and physical location. Any change creates a new row version,
 * so equal marks mean equal content.
 */
const markOf = (row: string, rows: string) =>
  `(SELECT concat(count(*), ' ', sum(hashtextextended(concat(${row}.ctid, ' ', ${row}.xmin), 0))) FROM ${rows})`;
const all = (marks: readonly string[]) => `concat_ws(', ', ${marks.join(', ')})`;
const usedBy = (row: string, table: string, column: string) =>
  markOf(
    row,
    `${table} ${row} WHERE ${row}.id IN (SELECT o.${column} FROM run_reference o WHERE o.run_id = r.id)`,
  );

/** The rows that a decision on the run `r` with the interpretation `i` covers, and those that it names. */
const SETTLED = [
  markOf('o', 'interpretation o WHERE o.id = i.id'),
  markOf('b', 'blob b WHERE b.run_id = r.id'),
  markOf('f', 'run_file f WHERE f.run_id = r.id'),
  markOf('c', 'run_curves c WHERE c.run_id = r.id'),
  markOf('m', 'run_amplification m WHERE m.run_id = r.id'),
  markOf('a', 'channel_analysis a WHERE a.run_id = r.id'),
  markOf('w', 'earlier_well w WHERE w.run_id = r.id'),
  markOf('o', 'interpreted_well o WHERE o.interpretation_id = i.id'),
  markOf(
    'd',
    `interpreted_well_diagnostic d JOIN interpreted_well o ON o.id = d.interpreted_well_id
     WHERE o.interpretation_id = i.id`,
  ),
  markOf('d', 'interpreted_well_diagnostic d WHERE d.interpretation_id = i.id'),
  markOf('s', 'interpreted_slopes s WHERE s.interpretation_id = i.id'),
  markOf('x', 'control_reading x WHERE x.run_id = r.id'),
  markOf('p', 'control_peak p JOIN control_reading x ON x.id = p.reading_id WHERE x.run_id = r.id'),
  markOf('c', 'comment c WHERE c.run_id = r.id'),
  usedBy('v', 'kit_version', 'kit_version_id'),
  markOf(
    'k',
    `kit k WHERE k.id IN (SELECT v.kit_id FROM kit_version v JOIN run_reference o ON o.kit_version_id = v.id WHERE o.run_id = r.id)`,
  ),
  // The check reports a kit that is not validated on the analyser.
  markOf(
    'y',
    `kit_analyser y WHERE y.analyser_id = r.analyser_id AND y.kit_id IN (
      SELECT v.kit_id FROM kit_version v JOIN run_reference o ON o.kit_version_id = v.id WHERE o.run_id = r.id)`,
  ),
  usedBy('l', 'lot', 'lot_id'),
  usedBy('b', 'reaction_buffer', 'reaction_buffer_id'),
  usedBy('e', 'diagnostic_color', 'expected_diagnostic_id'),
];
export const SETTLED_MARK = Prisma.raw(all(SETTLED));

/** All rows that determine whether the run matches its signature. */
const RECORD_MARK = Prisma.raw(
  all([
    ...SETTLED,
    markOf('o', 'run o WHERE o.id = r.id'),
    markOf('x', 'run_decision x WHERE x.run_id = r.id'),
    markOf('d', 'decision_record d WHERE d.run_id = r.id'),
    markOf('s', 'signature s WHERE s.run_id = r.id'),
    markOf('c', 'interpretation_chart c WHERE c.interpretation_id = i.id'),
    markOf('o', 'interpretation o WHERE o.former_run_id = r.id'),
    markOf(
      'e',
      `audit_event e WHERE e.entity = 'run' AND e.entity_id = r.id::text AND e.action IN ('run.approve', 'run.reject', 'run.interpret')`,
    ),
    markOf('y', 'signing_key y'),
  ]),
);

interface RecordMark {
  /** Equal marks mean that nothing relevant to the signature has changed. Null: the run is not interpreted. */
  readonly mark: string | null;
  /** Whether the last check found the run changed. */
  readonly wasChanged: boolean;
}

export async function readRecordMark(db: Db | Tx, runId: string): Promise<RecordMark> {
  const [row] = await readRows<RecordMark>(
    db,
    Prisma.sql`SELECT ${RECORD_MARK} AS mark,
        EXISTS (SELECT FROM record_check k WHERE k.run_id = r.id AND NOT k.is_unchanged) AS "wasChanged"
      FROM run r JOIN interpretation i ON i.run_id = r.id WHERE r.id = ${runId}::uuid`,
  );
  return row ?? { mark: null, wasChanged: false };
}
