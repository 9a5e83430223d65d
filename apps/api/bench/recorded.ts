import pg from 'pg';

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
