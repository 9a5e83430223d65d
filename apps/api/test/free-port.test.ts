import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

import { expect, it } from 'vitest';

import { freePort } from './free-port.ts';

const listening = async (port: number): Promise<Server> => {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

it('ports are free, and each is given once, before anything listens on it', async () => {
  // Of 6,000 random ports, 500 would be different by chance once in a billion times.
  const ports = await Promise.all(Array.from({ length: 500 }, freePort));
  expect(new Set(ports).size).toBe(ports.length);
  const [first = 0] = ports;
  const server = await listening(first);
  server.close();
});
