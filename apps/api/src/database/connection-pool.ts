import { Socket } from 'node:net';

import pg from 'pg';

import { OneByOneClient } from './one-by-one-client.ts';

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: boolean | Error) => void,
) => void;

/**
 * A connection pool of one database. While the database does not answer, requests for a connection fail at once
 * and waiting queries are rejected, since a hanging server would never answer them.
 */
export class ConnectionPool extends pg.Pool {
  readonly #sockets: Set<Socket>;
  #isAway = false;

  constructor(config: pg.PoolConfig) {
    const sockets = new Set<Socket>();
    super({
      ...config,
      Client: OneByOneClient,
      stream: () => {
        const socket = new Socket();
        sockets.add(socket);
        return socket.once('close', () => sockets.delete(socket));
      },
    });
    this.#sockets = sockets;
    // The pool replaces a broken idle connection; without a listener the error would end the process.
    this.on('error', () => undefined);
  }

  setAway(isAway: boolean): void {
    this.#isAway = isAway;
    if (isAway) for (const socket of this.#sockets) socket.destroy();
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const connected = this.#connect();
    if (callback === undefined) return connected;
    connected.then(
      (client) => {
        callback(undefined, client, (release) => client.release(release));
      },
      (error: unknown) => {
        callback(error as Error, undefined, () => undefined); // the pool rejects with errors only
      },
    );
    return undefined;
  }

  async #connect(): Promise<pg.PoolClient> {
    this.#refuseWhileAway();
    try {
      return await super.connect();
    } catch (error) {
      // Replaces a timeout error by its cause.
      this.#refuseWhileAway();
      throw error;
    }
  }

  #refuseWhileAway(): void {
    if (this.#isAway) throw new Error('Connection terminated: the database does not respond.');
  }
}
