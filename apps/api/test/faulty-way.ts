import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

type Manner =
  | 'through'
  | 'silent'
  | 'silent when it signs'
  | 'forging'
  | 'junk'
  | 'redirecting'
  | 'away when it signs';

export interface FaultyWay {
  readonly url: string;
  /** Sets the behaviour from now on. */
  be(manner: Manner): void;
  /** Method and path of each request. */
  readonly requests: string[];
  close(): Promise<void>;
}

/** A proxy to an HTTP server that can inject faults. */
export async function startFaultyWay(to: string): Promise<FaultyWay> {
  const requests: string[] = [];
  let manner: Manner = 'through';
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    requests.push(`${method} ${url}`);
    const isSigning = url.includes('/sign/');
    void (async () => {
      const sent = await buffer(request);
      if (manner === 'silent' || (manner === 'silent when it signs' && isSigning)) return;
      if (manner === 'away when it signs' && isSigning) {
        request.socket.destroy();
        return;
      }
      const there = `${new URL(to).origin}${url}`;
      if (manner === 'redirecting') {
        response.writeHead(307, { location: there }).end();
        return;
      }
      const token = String(headers['x-vault-token']);
      const answer = await fetch(there, {
        method,
        headers: { 'x-vault-token': token },
        ...(method !== 'GET' && { body: Uint8Array.from(sent) }),
      });
      const text = await answer.text();
      response.writeHead(answer.status);
      if (manner === 'junk') response.end('<html>');
      // Changes one byte of the signature.
      else if (manner === 'forging')
        response.end(
          text.replace(
            /(vault:v\d+:)(.)/,
            (_, head: string, first: string) => `${head}${first === 'A' ? 'B' : 'A'}`,
          ),
        );
      else response.end(text);
    })();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: to.replace(new URL(to).origin, `http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    be: (how) => {
      manner = how;
    },
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
