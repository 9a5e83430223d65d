import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Below the range for outgoing connections, where a free port is often taken again before the product listens
 * on it.
 */
const FROM = 20_000;
const COUNT = 6_000;
/** The ports that reserve these are above them. */
const RESERVED = FROM + COUNT;

/**
 * A free port of this machine. No other test process is given it while this one runs: it listens on the port that
 * reserves it, which the system frees even if the process is killed.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const index = randomInt(COUNT);
    const reservation = await listenOn(RESERVED + index);
    if (reservation === null) continue;
    const probe = await listenOn(FROM + index);
    if (probe === null) {
      reservation.close();
      continue;
    }
    probe.close();
    await once(probe, 'close');
    return FROM + index;
  }
}

/** Null: another program listens on it. */
async function listenOn(port: number): Promise<Server | null> {
  const server = createServer().listen(port, '127.0.0.1').unref();
  return once(server, 'listening').then(
    () => server,
    () => null,
  );
}
