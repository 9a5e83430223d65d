import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends raw bytes and reads one response; null when the connection ends before it is complete. */
export function exchange(
  port: number,
  request: string | Uint8Array,
  { isHead = false }: { readonly isHead?: boolean } = {},
): Promise<RawAnswer | null> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = Buffer.alloc(0);
    const done = (answer: RawAnswer | null) => {
      resolve(answer);
      socket.destroy();
    };
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const answer = answerIn(received, isHead, false);
      if (answer !== null) done(answer);
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      done(answerIn(received, isHead, true));
    });
    socket.write(typeof request === 'string' ? Buffer.from(request, 'latin1') : request);
  });
}

function answerIn(bytes: Buffer, isHead: boolean, isWhole: boolean): RawAnswer | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(first.split(' ')[1]);
  if (status === 100) return answerIn(bytes.subarray(end + 4), isHead, isWhole);
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const rest = bytes.subarray(end + 4);
  if (isHead || status === 204 || status === 304) return { status, headers, body: '' };
  const length = headers['content-length'];
  if (length !== undefined)
    return rest.length < Number(length)
      ? null
      : { status, headers, body: rest.subarray(0, Number(length)).toString() };
  const body = rest.toString();
  // An empty chunked body has only the last chunk, and its connection may stay open for a minute.
  return isWhole || /(^|\r\n)0\r\n\r\n$/.test(body) ? { status, headers, body } : null;
}
