import { callExplanationSchema, type CallExplanation, type ChannelName } from '@curvewell/domain';

import { readRows, type Db, type Tx } from '../../../database/db.ts';
import { damaged } from '../../../errors.ts';
import { Prisma, type InterpretedWellDiagnostic, type SampleType } from '../../../generated/prisma/client.ts';

/** A suggested diagnostic, or an override. */
type DiagnosticRow = Pick<
  InterpretedWellDiagnostic,
  'id' | 'state' | 'diagnosticColor' | 'comment' | 'byId' | 'byName' | 'at' | 'isUndo'
>;

interface ResultWell {
  readonly wellId: string;
  readonly position: string;
  readonly channel: ChannelName;
  readonly sampleType: SampleType | null;
  readonly kitVersionId: string | null;
  readonly reactionBufferId: string | null;
}

/** The result of a well, as stored. */
export interface LoadedResult extends ResultWell {
  readonly explanation: unknown;
  /** The suggested diagnostic, then overrides in order. */
  readonly diagnostics: readonly DiagnosticRow[];
}

const DIAGNOSTIC = Prisma.sql`d.id, d.state, d.diagnostic_color AS "diagnosticColor", d.comment, d.by_id AS "byId",
  d.by_name AS "byName", d.at, d.is_undo AS "isUndo"`;

type ResultRow = ResultWell & { readonly explanation: unknown } & (DiagnosticRow | { readonly id: null });

/**
 * Selects the results of the interpretation `i`, of all or some wells, from any stored form. Materialised, because
 * PostgreSQL expects one row of each function, and would call it again for each well.
 */
const resultRows = (wellIds: readonly string[] | undefined): Prisma.Sql => Prisma.sql`
      WITH plate AS MATERIALIZED (SELECT * FROM well p WHERE p.run_id = coalesce(i.run_id, i.former_run_id) OFFSET 0),
        results AS MATERIALIZED (SELECT * FROM results_of(i.id)),
        diagnostics AS MATERIALIZED (SELECT * FROM diagnostics_of(i.id))
      SELECT w.id AS "wellId", w.position, a.channel, w.sample_type AS "sampleType", w.kit_version_id AS "kitVersionId",
        w.reaction_buffer_id AS "reactionBufferId", r.explanation, ${DIAGNOSTIC}
      FROM results r JOIN plate w ON w.id = r.well_id
        JOIN channel_analysis a ON a.id = w.analysis_id AND a.run_id = coalesce(i.run_id, i.former_run_id)
        LEFT JOIN diagnostics d ON d.well_id = w.id
      ${wellIds === undefined ? Prisma.empty : Prisma.sql`WHERE w.id = ANY(${[...wellIds]}::uuid[])`}
      ORDER BY w.id, d.state, d.at, d.id`;

export async function loadResults(
  db: Db | Tx,
  interpretationId: string,
  wellIds?: readonly string[],
): Promise<LoadedResult[]> {
  const rows = await readRows<ResultRow>(
    db,
    Prisma.sql`SELECT x.* FROM interpretation i CROSS JOIN LATERAL (${resultRows(wellIds)}) x
      WHERE i.id = ${interpretationId}::uuid`,
  );
  return byWell(rows);
}

/** Selects the same as JSON, to be read by {@link resultsOfJson}. */
export const resultsJson = (wellIds: readonly string[] | undefined): Prisma.Sql =>
  Prisma.sql`SELECT coalesce(json_agg(row_to_json(x)), '[]')::text FROM (${resultRows(wellIds)}) x`;

export function resultsOfJson(text: string): LoadedResult[] {
  const rows = JSON.parse(text) as ResultRow[]; // as the statement has named it, with instants as text
  return byWell(rows.map((row) => (row.id === null ? row : { ...row, at: new Date(row.at) })));
}

function byWell(rows: readonly ResultRow[]): LoadedResult[] {
  return [...Map.groupBy(rows, ({ wellId }) => wellId).values()].flatMap((ofWell) => {
    const [first] = ofWell;
    const diagnostics = ofWell.filter((row): row is typeof row & DiagnosticRow => row.id !== null);
    return first === undefined ? [] : [{ ...first, diagnostics }];
  });
}

export const loadOverrides = (db: Db | Tx, interpretationIds: readonly string[]) =>
  readRows<DiagnosticRow & { readonly interpretationId: string; readonly wellId: string }>(
    db,
    Prisma.sql`
      SELECT i.id AS "interpretationId", d.well_id AS "wellId", ${DIAGNOSTIC}
      FROM unnest(${[...interpretationIds]}::uuid[]) AS i(id) CROSS JOIN LATERAL diagnostics_of(i.id) d
      WHERE d.state = 'UPDATED' ORDER BY i.id, d.well_id, d.at, d.id`,
  );

/** @throws AppError `unavailable` if the explanation is missing or invalid */
export function explanationOf({
  explanation,
  position,
}: Pick<LoadedResult, 'explanation' | 'position'>): CallExplanation {
  const { data } = callExplanationSchema.safeParse(explanation);
  if (data !== undefined) return data;
  throw damaged(
    `The stored explanation of ${position} is missing or cannot be read: the database was changed or is damaged.`,
  );
}
