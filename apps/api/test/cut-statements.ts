import pg from 'pg';

/**
 * Cuts database connections at a chosen statement of this process: before it is sent, or, with `afterwards`,
 * when its answer is lost. Applies to connections made after this module was loaded.
 */
interface Cut {
  readonly at: number;
  readonly afterwards: boolean;
  readonly isCounted: (client: pg.Client, text: string) => boolean;
}

let cut: Cut | null = null;
let sent: string[] = [];

const { prototype } = pg.Client;
// eslint-disable-next-line @typescript-eslint/unbound-method -- called with its object again
const send = prototype.query as (...given: unknown[]) => unknown;
Object.assign(prototype, { query: cutting });

function cutting(this: pg.Client & { readonly connection: Breakable }, ...given: unknown[]): unknown {
  const proceed = () => Reflect.apply(send, this, given);
  const [first] = given;
  const text = typeof first === 'string' ? first : (first as { readonly text: string }).text;
  if (cut?.isCounted(this, text) !== true) return proceed();
  sent.push(text);
  if (sent.length !== cut.at) return proceed();
  const hangUp = () => this.connection.stream.destroy();
  if (!cut.afterwards) {
    hangUp();
    return proceed();
  }
  return (proceed() as Promise<unknown>).then(() => {
    hangUp();
    throw new Error('Connection terminated unexpectedly');
  });
}

interface Breakable {
  readonly stream: { readonly destroy: () => void };
}

/** Runs work while the connection is cut once. @returns the statement of the cut; null: there were fewer */
export async function cutAt(wanted: Cut, work: () => Promise<void>): Promise<string | null> {
  cut = wanted;
  sent = [];
  try {
    await work();
    return sent[wanted.at - 1] ?? null;
  } finally {
    cut = null;
  }
}

/** The statements that work sends. */
export async function statementsOf(
  isCounted: Cut['isCounted'],
  work: () => Promise<unknown>,
): Promise<readonly string[]> {
  await cutAt({ at: Infinity, afterwards: false, isCounted }, async () => {
    await work();
  });
  return sent;
}
