import { createHash } from 'node:crypto';

import { deliveredFileSchema, type Run } from '@curvewell/domain';
import { z } from 'zod';

import type { TestApp } from './create-test-app.ts';
import type { FileServer } from './file-server.ts';

/** The hashes of a run's files on the file server, by name; and the expected ones. */
export async function filesOf(
  { db }: Pick<TestApp, 'db'>,
  server: FileServer,
  { id, businessId }: Pick<Run, 'id' | 'businessId'>,
) {
  const { files } = await db.delivery.findUniqueOrThrow({ where: { runId: id } });
  const folder = `/results/${businessId}/`;
  const there = [...server.files].filter(([path]) => path.startsWith(folder));
  return {
    there: Object.fromEntries(
      there.map(([path, content]) => [
        path.slice(folder.length),
        createHash('sha256').update(content).digest('hex'),
      ]),
    ),
    sent: Object.fromEntries(
      z
        .array(deliveredFileSchema)
        .parse(files)
        .map(({ name, sha256 }) => [name, sha256]),
    ),
  };
}
