/**
 * A transaction that selects this releases its locks at COMMIT and waits for the disk afterwards. So those who wait for
 * a lock of it do not wait for the disk as well, and one write to disk serves many of them.
 */
export const COMMIT_EARLY = `set_config('synchronous_commit', 'off', true)`;

/**
 * Writes a message that nothing reads. The transaction of it waits at its end as the server is set up
 * (`synchronous_commit`). PostgreSQL writes its log in order, so everything committed before is then on disk too.
 */
export const WAIT_FOR_DISK = `pg_logical_emit_message(true, 'curvewell', '')`;

const COMMIT = 'COMMIT';
const ENDS = [COMMIT, 'ROLLBACK'];

/** The early commits of one connection. */
export class EarlyCommits {
  #isEarly = false;

  /**
   * The statements to send instead of a query; null: the query itself. A commit and its wait are one request on one
   * connection: if the server crashes between them, the connection breaks and the commit is not acknowledged.
   */
  instead(text: string): string | null {
    if (text.includes(COMMIT_EARLY)) this.#isEarly = true;
    if (!ENDS.includes(text)) return null;
    const isEarly = this.#isEarly && text === COMMIT;
    this.#isEarly = false;
    return isEarly ? `${COMMIT}; SELECT ${WAIT_FOR_DISK}` : null;
  }
}

/** The text of a query as the driver takes it. */
export function textOf(query: unknown): string {
  return typeof query === 'string' ? query : ((query as { readonly text?: string } | null)?.text ?? '');
}
