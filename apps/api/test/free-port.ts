import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections: of those, one that was free had often become the end of
 * some connection by the time that a product listened on it.
 */
const FROM = 20_000;
const TO = 32_000;

/** A port of this machine that nobody listens on. */
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
