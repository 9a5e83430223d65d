import { createHash } from 'node:crypto';

import { fileNamePart, type DeliveredFile } from '@curvewell/contracts';

import type { Clock } from '../../clock.ts';
import type { Db } from '../../db.ts';
import type { LaboratoryCaller } from '../../http/access.ts';
import { reportOfRun } from '../exports/index.ts';
import type { AnalysisWorkers } from '../interpretation/index.ts';

interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly analysisWorkers: AnalysisWorkers;
}

/** A file to be sent; read when it is its turn. */
export interface FileToSend extends DeliveredFile {
  readonly read: () => Promise<Buffer>;
}

/** What is sent of a run: its original files, byte for byte, then its report, under names that any server takes. */
export async function deliveryFiles(
  needs: Needs,
  actor: LaboratoryCaller,
  runId: string,
): Promise<readonly FileToSend[]> {
  const { db } = needs;
  const originals = await db.runFile.findMany({
    where: { runId },
    select: { id: true, name: true, size: true, sha256: true },
    orderBy: { order: 'asc' },
  });
  const files = originals.map(({ id, ...file }) => ({
    ...file,
    read: async () => {
      const { content } = await db.runFile.findUniqueOrThrow({ where: { id }, select: { content: true } });
      return Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    },
  }));
  const report = await reportOfRun(needs, actor, runId);
  if (report === null) return withOwnNames(files);
  const { name, content } = report;
  const sha256 = createHash('sha256').update(content).digest('hex');
  return withOwnNames([
    ...files,
    { name, size: content.length, sha256, read: () => Promise.resolve(content) },
  ]);
}

const ENDING = /\.[A-Za-z0-9]{1,8}$/;

/** Files of one run never take one another's place. */
export function withOwnNames<File extends { readonly name: string }>(files: readonly File[]): File[] {
  const taken = new Set<string>();
  return files.map((file) => {
    const ending = ENDING.exec(file.name)?.[0] ?? '';
    const stem =
      fileNamePart(file.name.slice(0, file.name.length - ending.length)).replace(/^\.+/, '_') || '_';
    let name = `${stem}${ending}`;
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${stem}-${count}${ending}`;
    taken.add(name.toLowerCase());
    return { ...file, name };
  });
}
