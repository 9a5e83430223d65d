import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { createEmptyDatabase } from './database.ts';
import { startProduct } from './product.ts';

interface Answer {
  readonly status: number;
  readonly connection: string | undefined;
  readonly text: string;
}

/** Keeps connections alive, like a load balancer. */
const agent = new Agent({ keepAlive: true });
function ask(address: string, path: string, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(`${address}${path}`, { agent, method }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, connection: response.headers.connection, text });
      });
    });
    sent.on('error', reject).end();
  });
}
const READY = '/health/ready';
const isReady = (address: string) =>
  ask(address, READY).then(
    ({ status }) => status === 200,
    () => false,
  );

/** Distributes requests to ready servers in turn, without retries. */
function balance(addresses: readonly string[]) {
  let ready = addresses;
  let isOver = false;
  let turn = 0;
  const failures: string[] = [];
  const served = new Map<string, number>();
  const look = async () => {
    while (!isOver) {
      const states = await Promise.all(addresses.map(isReady));
      ready = addresses.filter((_, index) => states[index]);
      await sleep(50);
    }
  };
  const send = async () => {
    while (!isOver) {
      turn += 1;
      const address = ready[turn % ready.length] ?? 'none is ready';
      // One request that may be repeated, and one that may not.
      const response = turn % 3 === 0 ? ask(address, '/api/run', 'POST') : ask(address, '/api/openapi.json');
      const failure = await response.then(
        ({ status }) => (status < 500 ? null : String(status)),
        (error: unknown) => String(error),
      );
      if (failure === null) served.set(address, (served.get(address) ?? 0) + 1);
      else failures.push(failure);
      await sleep(2);
    }
  };
  const running = [look(), ...Array.from({ length: 4 }, send)];
  return {
    failures,
    served: (address: string) => served.get(address) ?? 0,
    end: async () => {
      isOver = true;
      await Promise.all(running);
    },
  };
}

it('OPS-375 OPS-376 a process that is asked to stop is first not ready, still answers, and loses no request', async () => {
  const database = await createEmptyDatabase();
  const settings = { DRAIN_SECONDS: '5', REQUESTS_PER_MINUTE: '0' };
  const [stopping, staying] = await Promise.all([
    startProduct(database.url, settings),
    startProduct(database.url, settings),
  ]);
  const products = [stopping, staying];
  const { address } = stopping;
  const { address: other } = staying;
  expect(await Promise.all(products.map(({ started }) => started))).toEqual(['ready', 'ready']);
  const balancer = balance([address, other]);
  try {
    await expect.poll(() => Math.min(...[address, other].map(balancer.served))).toBeGreaterThan(20);
    const stopped = stopping.stop();
    await expect.poll(async () => (await ask(address, READY)).status, { interval: 20 }).toBe(503);
    const draining = await ask(address, READY);
    expect(JSON.parse(draining.text)).toMatchObject({ parts: { shutdown: { state: 'failed' } } });
    expect(await ask(address, '/api/openapi.json')).toMatchObject({ status: 200, connection: 'close' });
    expect(await stopped).toBe(0);
    const before = balancer.served(other);
    await expect.poll(() => balancer.served(other)).toBeGreaterThan(before + 20);
  } finally {
    await balancer.end();
    await Promise.all(products.map((product) => product.kill()));
    agent.destroy();
    await database.drop();
  }
  expect(balancer.failures).toEqual([]);
}, 240_000);
