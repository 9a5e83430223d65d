import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the range for outgoing connections, where a free port is often taken again before the product listens
 * on it.
 */
const FROM = 20_000;
const TO = 32_000;

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  const port = randomInt(FROM, TO);
  const probe = createServer();
  try {
    probe.listen(port, '127.0.0.1');
    await once(probe, 'listening');
  } catch {
    return freePort();
  }
  probe.close();
  await once(probe, 'close');
  return port;
}
