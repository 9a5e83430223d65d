import pg from 'pg';

import { median, timed, type Cost } from './pairs.ts';

/** A statement sent to PostgreSQL. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

let recorded: Statement[] | null = null;

const { prototype } = pg.Client;
// oxlint-disable-next-line typescript/unbound-method -- called with its object again
const send = prototype.query as (...given: unknown[]) => unknown;
Object.assign(prototype, {
  query(this: pg.Client, ...given: unknown[]): unknown {
    const [first] = given;
    const { text, values } =
      typeof first === 'string' ? { text: first, values: given[1] } : (first as Statement);
    recorded?.push({ text, values: Array.isArray(values) ? values : [] });
    return Reflect.apply(send, this, given);
  },
});

/**
 * Every statement that this process sends during the work, on connections opened after this file was loaded.
 */
export async function recordStatements(work: () => Promise<unknown>): Promise<readonly Statement[]> {
  const statements: Statement[] = [];
  recorded = statements;
  try {
    await work();
  } finally {
    recorded = null;
  }
  return statements;
}

/** Work between, whose statements are not recorded. */
export async function unrecorded<Result>(work: () => Promise<Result>): Promise<Result> {
  const statements = recorded;
  recorded = null;
  try {
    return await work();
  } finally {
    recorded = statements;
  }
}

/** The time of a query of the product, ms, in turn with its SQL statements alone. */
export async function compareWithSql(
  ask: () => Promise<unknown>,
  { plain, rounds }: { readonly plain: pg.Client; readonly rounds: number },
): Promise<Cost> {
  const statements = await recordStatements(ask);
  const own: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round++) {
    own.push(await timed(ask));
    bare.push(
      await timed(async () => {
        for (const { text, values } of statements) await plain.query(text, [...values]);
      }),
    );
  }
  const ratio = median(own.map((time, round) => time / (bare[round] ?? Number.NaN)));
  return { product: median(own), bare: median(bare), ratio };
}
