import pg from 'pg';

import { traced, works } from '../telemetry/trace-channels.ts';
import { EarlyCommits, textOf } from './early-commit.ts';
import { statementName } from './statement-name.ts';

type Send = (...request: readonly unknown[]) => Promise<unknown>;

/**
 * A connection that sends a query only after the previous one has been answered.
 *
 * Inside a transaction Prisma requests several relations at once. Version 9 of the driver removes the queue that
 * has serialised them so far.
 */
export class OneByOneClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // The next query reports the error. Without a listener a connection that breaks between release and the next
    // use would end the process.
    this.on('error', () => undefined);
    // Looked up on each query, because tracing patches it.
    const send: Send = (...request) => (pg.Client.prototype.query as Send).apply(this, [...request]); // one of its overloads
    const commits = new EarlyCommits();
    const sendOrCommit: Send = async (...request) => {
      const instead = commits.instead(textOf(request[0]));
      if (instead === null) return send(...request);
      const [committed] = (await send(instead)) as unknown[]; // one result for each statement
      return committed;
    };
    let last: Promise<unknown> = Promise.resolve();
    const query: Send = (...request) => {
      // A query with a callback comes from the pool, which lends a connection for one query.
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
          ? traced(statementName(request[0]), () => sendOrCommit(...request), 'statement')
          : sendOrCommit(...request),
      );
      last = answer.catch(() => undefined);
      return answer;
    };
    Object.assign(this, { query });
  }
}
