import pg from 'pg';

import { traced, works } from '../telemetry/trace-channels.ts';
import { statementName } from './statement-name.ts';

type Send = (...request: readonly unknown[]) => Promise<unknown>;

/**
 * A connection that sends a query when the one before it is answered.
 *
 * Inside a transaction Prisma asks for several relations at once; the driver's own
 * queue, which has made them wait so far, goes away with its version 9.
 */
export class OneByOneClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // The next query fails. A connection that breaks between two owners – the pool has let go of
    // it, its borrower does not listen yet – would end the process.
    this.on('error', () => undefined);
    // Looked up for each query: tracing patches it.
    const send: Send = (...request) => (pg.Client.prototype.query as Send).apply(this, [...request]); // one of its overloads
    let last: Promise<unknown> = Promise.resolve();
    const query: Send = (...request) => {
      // With a callback it comes from the pool, which lends a connection for one query only.
      if (typeof request.at(-1) === 'function')
        return works.hasSubscribers
          ? works.traceCallback(
              send,
              -1,
              { kind: 'statement', name: statementName(request[0]) },
              undefined,
              ...request,
            )
          : send(...request);
      const answer = last.then(() =>
        works.hasSubscribers
          ? traced(statementName(request[0]), () => send(...request), 'statement')
          : send(...request),
      );
      last = answer.catch(() => undefined);
      return answer;
    };
    Object.assign(this, { query });
  }
}
