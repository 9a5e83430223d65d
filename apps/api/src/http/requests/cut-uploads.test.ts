import { connect, type AddressInfo } from 'node:net';

import multipart from '@fastify/multipart';
import fastify from 'fastify';
import { expect, it } from 'vitest';

import { AppError } from '../../errors.ts';
import { receiveUpload } from './uploads.ts';

const HEAD = [
  'POST / HTTP/1.1',
  'Host: localhost',
  'Content-Type: multipart/form-data; boundary=x',
  'Content-Length: 5000',
  '',
  '--x\r\nContent-Disposition: form-data; name="files"; filename="a.csv"\r\n\r\n',
].join('\r\n');

// The form parser waits for an event of the request that has already passed, so the user's turn never ended and all
// later uploads of the user were refused.
it('an upload whose client disconnects between its turn and its body is refused', async () => {
  const app = fastify();
  await app.register(multipart);
  const { promise: fault, resolve: report } = Promise.withResolvers<unknown>();
  app.post('/', async (request) => {
    const closed = new Promise<void>((resolve) => void request.raw.once('close', resolve));
    client.destroy();
    await closed;
    await receiveUpload(request, { field: 'files', max: 1, folder: '/nowhere' }).catch(report);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  client.write(HEAD);
  expect(await fault).toBeInstanceOf(AppError);
  await app.close();
});
