import { createHash, randomBytes } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';

import type { Run } from '@curvewell/domain';
import { generateCfxSpreadsheetMl, syntheticRun } from '@curvewell/instruments/generate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { checkRestored } from '../src/backup/check-restored.ts';
import { readOriginal } from '../src/blobs/originals.ts';
import { packOriginal, unpackOriginal } from '../src/blobs/packed-original.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import {
  cfxFile,
  configuration,
  decide,
  importedRun,
  importFiles,
  SMALL_PLATE,
  submit,
} from './run-factory.ts';
import { withoutRules } from './without-rules.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** The same plate as a workbook that is XML, and so text. */
function textFile(seed: number): { readonly name: string; readonly bytes: Uint8Array } {
  const temperature = { from: 45, to: 72, step: 0.2 };
  const [file] = generateCfxSpreadsheetMl(
    syntheticRun({
      wells: SMALL_PLATE,
      channels: ['FAM'],
      plateType: 'RECTANGULAR_96',
      seed,
      phases: ['MELT', 'ANNEAL'],
      temperature,
      noise: 3,
    }),
  );
  if (file === undefined) throw new Error('the generator wrote no file');
  return file;
}

async function importedText(seed: number) {
  const sent = textFile(seed);
  const answer = await importFiles(test, { files: [sent] });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  const run = answer.json<Run>();
  return { run, sent, row: await fileOf(run) };
}

/** The row of a run's file with its stored bytes. */
async function fileOf({ id: runId }: Run) {
  const row = await test.db.runFile.findFirstOrThrow({ where: { runId } });
  const sha256 = row.packedSha256 ?? row.sha256;
  const { content } = await test.db.blob.findUniqueOrThrow({ where: { runId_sha256: { runId, sha256 } } });
  return { ...row, content };
}

type FileRow = Awaited<ReturnType<typeof fileOf>>;

/** Puts other bytes in the place of a file's, as the owner of the database can. */
async function replaceBytes(
  { id, runId, laboratoryId, sha256 }: FileRow,
  { content, packedSha256 }: Pick<FileRow, 'content' | 'packedSha256'>,
): Promise<void> {
  const stored = { runId, sha256: packedSha256 ?? sha256 };
  await withoutRules(test.db, async (tx) => {
    const curves = await tx.runCurves.findMany({ where: { runId }, select: { packedSha256: true } });
    const kept = curves.flatMap(({ packedSha256: hash }) => (hash === null ? [] : [hash]));
    await tx.blob.deleteMany({ where: { runId, sha256: { notIn: kept } } });
    await tx.blob.create({ data: { ...stored, laboratoryId, content } });
    await tx.runFile.update({ where: { id }, data: { packedSha256 } });
  });
}

async function interpretedText(seed: number) {
  const { run, ...rest } = await importedText(seed);
  await test.call('tech', 'PUT', `/run/${run.id}`, await configuration(test.db, run));
  const interpreted = await test.call('tech', 'POST', `/run/${run.id}/interpret`);
  expect(interpreted.statusCode, interpreted.body).toBe(200);
  expect((await submit(test, run.id)).statusCode).toBe(200);
  return { run, ...rest };
}

it('IMPEXP-114 an original that is text is stored packed, and read byte for byte', async () => {
  const { sent, row } = await importedText(1);
  expect([row.size, row.sha256]).toEqual([sent.bytes.length, sha256(sent.bytes)]);
  const { content } = row;
  expect(content.length).toBeLessThan(row.size / 5);
  expect(row.packedSha256).toBe(sha256(content));
  expect(brotliDecompressSync(content).equals(sent.bytes)).toBe(true);
  expect((await readOriginal(test.db, row.id)).equals(sent.bytes)).toBe(true);
});

it('IMPEXP-114 an original that is a zip is stored as it came', async () => {
  const run = await importedRun(test, { seed: 2 });
  const row = await fileOf(run);
  const { bytes } = await cfxFile({ seed: 2 });
  expect(row.packedSha256).toBeNull();
  expect(Buffer.from(row.content).equals(bytes)).toBe(true);
});

describe('IMPEXP-115 a packed original that is damaged', () => {
  it('is a clear error, and no run with it is approved, whichever hash is stored with it', async () => {
    const { run, row } = await interpretedText(3);
    const other = brotliCompressSync(textFile(4).bytes);
    const cut = row.content.slice(0, -20);
    for (const content of [other, cut].map((bytes) => Uint8Array.from(bytes)))
      for (const packedSha256 of [row.packedSha256, sha256(content)]) {
        await replaceBytes(row, { content, packedSha256 });
        await expect(readOriginal(test.db, row.id)).rejects.toMatchObject({
          code: 'unavailable',
          message: expect.stringContaining('is damaged in the database') as string,
        });
        const refused = await decide(test, run.id);
        expect(refused.statusCode, refused.body).toBe(409);
        expect(refused.body).toContain('File 1: content');
      }
    await replaceBytes(row, row);
    const approved = await decide(test, run.id);
    expect(approved.statusCode, approved.body).toBe(200);
    const checked = await test.call('physician', 'GET', `/run/${run.id}/record`);
    expect(checked.json()).toMatchObject({ state: 'unchanged' });
  });

  it('is found in a restored backup, whichever hash is stored with it', async () => {
    const { run, row } = await importedText(5);
    expect(await checkRestored(test.databaseUrl)).toHaveLength(3);
    const content = Uint8Array.from(brotliCompressSync(textFile(6).bytes));
    for (const packedSha256 of [row.packedSha256, sha256(content)]) {
      await replaceBytes(row, { content, packedSha256 });
      await expect(checkRestored(test.databaseUrl)).rejects.toThrow(
        `Original files were altered: ${row.name} of run ${run.businessId}.`,
      );
    }
    await replaceBytes(row, row);
  });

  it('OPS-584 is reported by a restore if its bytes, or those of curves, are nowhere in the database', async () => {
    const { run } = await importedText(7);
    const kept = await test.db.blob.findMany({ where: { runId: run.id } });
    for (const { sha256: name } of kept) {
      await withoutRules(test.db, (tx) => tx.blob.deleteMany({ where: { runId: run.id, sha256: name } }));
      await expect(checkRestored(test.databaseUrl)).rejects.toThrow(
        `Files, curves and signed records whose bytes are missing: 1, of run ${run.businessId}.`,
      );
      const [first] = await checkRestored(test.databaseUrl, { usesObjectStore: true });
      expect(first).toContain(
        '; files, curves and signed records that are only in the object store, not checked: 1',
      );
      await withoutRules(test.db, (tx) => tx.blob.createMany({ data: kept, skipDuplicates: true }));
    }
    expect(kept).toHaveLength(3);
  });

  it('never unpacks to more bytes than the file had', async () => {
    const file = new Uint8Array(1_000_000);
    const packed = await packOriginal(file);
    const stored = { ...packed, sha256: sha256(file) };
    expect(packed.content.length).toBeLessThan(1000);
    expect(await unpackOriginal({ ...stored, size: file.length })).toHaveLength(file.length);
    expect(await unpackOriginal({ ...stored, size: file.length - 1 })).toBeNull();
  });

  it('is not created if packing does not shorten the file', async () => {
    const noise = Uint8Array.from(randomBytes(10_000));
    expect(await packOriginal(noise)).toEqual({ content: noise, packedSha256: null });
    expect((await packOriginal(new Uint8Array())).packedSha256).toBeNull();
  });
});
