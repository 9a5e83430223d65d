import type pg from 'pg';

/** What an answer takes of PostgreSQL. Counts, so that other work on the machine does not change them. */
export interface Cost {
  readonly name: string;
  /** Of the response; 200 for a statement that is sent directly. */
  readonly status: number;
  readonly statements: number;
  /** 8 KiB each, found in memory or read. */
  readonly buffers: number;
  /** Returned or changed by the statements. */
  readonly rows: number;
  /** Bytes of write-ahead log. */
  readonly wal: number;
  /** Of the answer, uncompressed. */
  readonly bytes: number;
}

export type Counted = Omit<Cost, 'name' | 'status' | 'bytes'>;

/** Counts what all connections execute while the work is done, but for this and for the queue of jobs. */
export async function countedDuring<T>(
  counter: pg.Client,
  work: () => Promise<T>,
): Promise<readonly [T, Counted]> {
  await counter.query('SELECT pg_stat_statements_reset()');
  const done = await work();
  const { rows } = await counter.query<Counted>(
    `SELECT coalesce(sum(calls), 0)::int AS statements, coalesce(sum(shared_blks_hit + shared_blks_read), 0)::int AS buffers,
       coalesce(sum(rows), 0)::int AS rows, coalesce(sum(wal_bytes), 0)::float8 AS wal
     FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_statements%' AND query NOT LIKE '%pgboss%'`,
  );
  const [counted] = rows;
  if (counted === undefined) throw new Error('an aggregate answers one row');
  return [done, counted];
}

/** The median by buffers of several measurements of one question. */
export function medianCost(costs: readonly Cost[]): Cost {
  const found = costs.toSorted((a, b) => a.buffers - b.buffers)[costs.length >> 1];
  if (found === undefined) throw new Error('something was measured');
  return found;
}

/** Costs at one number of runs. */
export interface Measured {
  readonly runs: number;
  readonly entries: number;
  /** Of the database. */
  readonly bytes: number;
  readonly costs: readonly Cost[];
}

/** The exponent with which a figure grows with the number of runs: 0 is constant, 1 in proportion to them. */
export function exponentOf(
  points: readonly { readonly runs: number; readonly value: number }[],
): number | null {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || first.runs === last.runs) return null;
  if (first.value === 0 || last.value === 0) return null;
  return Math.log(last.value / first.value) / Math.log(last.runs / first.runs);
}

const figure = (value: number): string => value.toLocaleString('en-GB');

/** A Markdown table: buffers at each number of runs, all else at the largest. */
export function costTable(sizes: readonly Measured[]): string {
  const last = sizes.at(-1);
  if (last === undefined) return '';
  const head = [
    'Request',
    ...sizes.map(({ runs }) => `Buffers, ${figure(runs)}`),
    'Exponent',
    'Statements',
    'Rows',
    'WAL, bytes',
    'Response, bytes',
  ];
  const lines = last.costs.map(({ name, status, statements, rows, wal, bytes }) => {
    const points = sizes.flatMap(({ runs, costs }) => {
      const cost = costs.find((one) => one.name === name);
      return cost === undefined ? [] : [{ runs, value: cost.buffers }];
    });
    const buffers = sizes.map(({ runs }) => points.find((point) => point.runs === runs)?.value);
    return [
      status === 200 ? name : `${name} (status ${status})`,
      ...buffers.map((value) => (value === undefined ? '–' : figure(value))),
      exponentOf(points)?.toFixed(2).replace('-', '−') ?? '–',
      ...[statements, rows, wal, bytes].map(figure),
    ];
  });
  const rule = head.map((_, place) => (place === 0 ? '---' : '--:'));
  return [head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
