import type { Socket } from 'node:net';

import ssh2, { type ServerChannel } from 'ssh2';

import { endServer, listen, track } from '../file-server.ts';
import { keyPair } from '../sftp-server.ts';

/** Then the connection is closed, since the rest of an answer never comes. */
const SILENCE_MS = 200;

const number = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const text = (value: string) => Buffer.concat([number(value.length), Buffer.from(value)]);
const packet = (...parts: readonly Buffer[]) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([number(body.length), body]);
};
const NO_ID = number(0);
/** The attributes of an accessible directory. */
const ATTRIBUTES = Buffer.concat([number(0b101), Buffer.alloc(7), Buffer.from([100]), number(0o040755)]);

/** The replies of a server, by request type (draft-ietf-secsh-filexfer-02). */
const ANSWERS = [
  { types: [1], bytes: packet(Buffer.from([2]), number(3)) },
  { types: [3, 11], bytes: packet(Buffer.from([102]), NO_ID, text('handle')) },
  { types: [12], bytes: packet(Buffer.from([101]), NO_ID, number(1), text('End of file'), text('en')) },
  { types: [16], bytes: packet(Buffer.from([104]), NO_ID, number(1), text('/'), text('/'), ATTRIBUTES) },
  { types: [7, 8, 17], bytes: packet(Buffer.from([105]), NO_ID, ATTRIBUTES) },
  { types: [], bytes: packet(Buffer.from([101]), NO_ID, number(0), text('OK'), text('en')) },
] as const;

/** The replies, concatenated. */
export const SFTP_ANSWERS = Buffer.concat(ANSWERS.map(({ bytes }) => bytes));

/** Splits damaged replies where the undamaged ones began. */
function answersIn(damaged: Buffer): readonly Buffer[] {
  let from = 0;
  return ANSWERS.map(({ bytes }, place) => {
    const to = place === ANSWERS.length - 1 ? damaged.length : from + bytes.length;
    const piece = damaged.subarray(from, to);
    from = to;
    return piece;
  });
}

let hostKey: string | undefined;

/** A valid SSH server whose SFTP subsystem sends the given replies. */
export async function startSftpAnswering(damaged: Buffer) {
  const answers = answersIn(damaged);
  const sockets = new Set<Socket>();
  hostKey ??= keyPair().privateKey;
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
    client.on('error', () => undefined);
    client.on('authentication', (context) => {
      context.accept();
    });
    client.on('session', (accept) => {
      accept().on('subsystem', (acceptStream: () => ServerChannel) => {
        answering(acceptStream(), answers);
      });
    });
  });
  const inner = (server as unknown as { readonly _srv: Parameters<typeof listen>[0] })._srv;
  inner.on('connection', (socket) => {
    track(sockets, socket);
    socket.setTimeout(SILENCE_MS, () => socket.destroy());
  });
  const port = await listen(inner);
  return { port, close: () => endServer(inner, sockets) };
}

function answering(stream: ServerChannel, answers: readonly Buffer[]): void {
  let rest: Buffer = Buffer.alloc(0);
  stream.on('error', () => undefined);
  stream.on('data', (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= 9 && rest.length >= 4 + rest.readUInt32BE(0)) {
      const request = rest.subarray(0, 4 + rest.readUInt32BE(0));
      rest = rest.subarray(request.length);
      const type = request.readUInt8(4);
      const known = ANSWERS.findIndex(({ types }) => (types as readonly number[]).includes(type));
      const answer = Buffer.from(answers.at(known) ?? Buffer.alloc(0));
      // Copies the request id.
      if (type !== 1 && answer.length >= 9) request.copy(answer, 5, 5, 9);
      stream.write(answer);
    }
  });
}
