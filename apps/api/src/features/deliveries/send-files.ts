import type { TransferStep } from '@curvewell/domain';

import { openServer, stepsOf, TransferFault } from '../file-transfer/index.ts';
import type { FileToSend } from './delivery-files.ts';
import { TEMPORARY } from './own-names.ts';

type Opening = Parameters<typeof openServer>[0];

interface Sending extends Opening {
  /** Must exist. */
  readonly directory: string;
  /** Created in it for this run. */
  readonly folder: string;
  readonly files: readonly FileToSend[];
  /** Called with the number of each file, from 1, before it is sent. @throws to stop */
  readonly onFile: (count: number) => Promise<void>;
}

/**
 * Sends files into a folder of their own. Each is written under a temporary name, replacing leftovers, and
 * its size is verified. When all are complete, each is renamed. Sending again gives the same result.
 *
 * @throws TransferFault
 */
export async function sendFiles({ directory, folder, files, onFile, ...opening }: Sending): Promise<void> {
  const { onStep } = opening;
  const transport = await openServer(opening);
  const step = stepsOf(transport);
  const path = `${directory.replace(/\/+$/, '')}/${folder}`;
  try {
    await step('directory', async () => {
      await transport.list(directory);
      await transport.makeDirectory(path);
    });
    onStep('directory', path);
    for (const [index, { name, size, read }] of files.entries()) {
      await onFile(index + 1);
      const temporary = `${path}/${name}${TEMPORARY}`;
      const content = await read();
      const there = await step('write', async () => {
        await transport.write(temporary, content);
        return transport.size(temporary);
      });
      if (there !== size) throw wrongSize(`${name}${TEMPORARY}`, { there, size });
      onStep('write', `${name}${TEMPORARY}, ${bytes(size)}, sizes match`);
    }
    for (const { name } of files) {
      await step('rename', () => transport.rename(`${path}/${name}${TEMPORARY}`, `${path}/${name}`));
      onStep('rename' satisfies TransferStep, name);
    }
  } finally {
    transport.close();
  }
}

function wrongSize(name: string, { there, size }: { readonly there: number; readonly size: number }) {
  return new TransferFault('write', {
    code: 'size',
    message: `${name} has ${bytes(there)} on the server, expected ${bytes(size)}`,
  });
}

const bytes = (count: number): string => `${count.toLocaleString('en-GB')} bytes`;
