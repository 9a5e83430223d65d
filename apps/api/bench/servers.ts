import path from 'node:path';

import { writeWork, type BareWork } from './bare-work.ts';
import type { BenchDatabase } from './bench-database.ts';
import { startBenchIssuer } from './bench-issuer.ts';
import { PRODUCT, startMeasured, type MeasuredProcess } from './measured-process.ts';
import type { MeasuredServer } from './pairs.ts';

const PORT = Number(process.env['BENCH_PORT'] ?? 18_470);
const PORTS = { product: PORT, bare: PORT + 1 };
const addressOf = (port: number) => `http://127.0.0.1:${port}`;

export interface Question {
  readonly path: string;
  readonly method?: 'POST';
  readonly body?: object;
}

export interface Servers {
  readonly product: MeasuredProcess;
  readonly askProduct: (question: Question) => MeasuredServer;
  readonly askBare: (path: string) => MeasuredServer;
  readonly stop: () => Promise<void>;
}

/** Starts the product as in production and the bare server, on one database. */
export async function startServers({ url, folder, db }: BenchDatabase, work: BareWork): Promise<Servers> {
  const file = path.join(folder, 'work.bin');
  writeWork(file, work);
  const issuer = await startBenchIssuer();
  const product = await startMeasured({
    ...PRODUCT,
    address: `${addressOf(PORTS.product)}/health/ready`,
    environment: {
      ...PRODUCT.environment,
      DATABASE_URL: url,
      DATA_DIR: folder,
      OIDC_URL: issuer.url,
      SIGNING_KEY: Buffer.alloc(32, 1).toString('base64'),
      PORT: String(PORTS.product),
      PUBLIC_URL: addressOf(PORTS.product),
      // One user sends the requests of a whole laboratory.
      REQUESTS_PER_MINUTE: '0',
    },
  });
  const bare = await startMeasured({
    file: 'bare-server.ts',
    address: `${addressOf(PORTS.bare)}/health/live`,
    environment: { DATABASE_URL: url, PORT: String(PORTS.bare), WORK: file },
  });
  const authorization = `Bearer ${await issuer.tokenFor(db, 'tech')}`;
  const headers = { authorization, 'accept-encoding': 'gzip' };
  const serverOf = (process: MeasuredProcess, address: string, how: RequestInit = {}): MeasuredServer => ({
    process,
    ask: async () => {
      const answer = await fetch(address, how.headers === undefined ? { ...how, headers } : how);
      const bytes = await answer.arrayBuffer();
      if (answer.ok || answer.status === 404) return;
      throw new Error(`${address}: ${answer.status} ${Buffer.from(bytes).toString()}`);
    },
  });
  return {
    product,
    askProduct: ({ path: at, method = 'GET', body }) =>
      serverOf(product, `${addressOf(PORTS.product)}${at}`, {
        method,
        ...(body !== undefined && {
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      }),
    askBare: (at) => serverOf(bare, `${addressOf(PORTS.bare)}${at}`),
    stop: async () => {
      await product.stop();
      await bare.stop();
      issuer.close();
    },
  };
}
