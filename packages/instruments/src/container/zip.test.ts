import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { localEntry, zipBytes, type ZipPart } from '../../test/zip-bytes.ts';
import { Budget, LIMITS } from '../budget.ts';
import { ReadError } from '../read-error.ts';
import { openArchive } from './zip.ts';

const MEBIBYTE = 1024 * 1024;
const ENCRYPTED = 1;
const A: ZipPart = { name: 'a.txt', content: 'first' };
const B: ZipPart = { name: 'b.txt', content: 'second', method: 8 };

const open = (parts: readonly ZipPart[], budget = new Budget()) =>
  openArchive({ name: 'run.zip', bytes: zipBytes(parts) }, budget);

async function unpacked(parts: readonly ZipPart[], entry: string, budget?: Budget): Promise<string> {
  const archive = await open(parts, budget);
  const pieces: Uint8Array[] = [];
  for await (const piece of archive.chunks(entry)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** The message of a refusal, and its cause. */
async function refusal(reading: Promise<unknown>) {
  const error = await reading.then(
    () => expect.fail('the zip was read'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ReadError)) throw error;
  const { code, message, cause, limit } = error;
  return { code, message, cause, ...(limit !== null && { limit }) };
}

const DAMAGED = {
  code: 'unreadable-file',
  message: 'run.zip: the archive is damaged or cut short; export or copy it again.',
};

describe('a valid zip', () => {
  it('returns its entries in order with their bytes, stored or deflated', async () => {
    expect((await open([B, A])).entryNames).toEqual(['b.txt', 'a.txt']);
    expect((await open([B, A])).file).toBe('run.zip');
    expect(await unpacked([A, B], 'a.txt')).toBe('first');
    expect(await unpacked([A, B], 'b.txt')).toBe('second');
  });

  it('may be a view of a larger buffer', async () => {
    const bytes = zipBytes([A]);
    const inside = new Uint8Array(bytes.length + 9);
    inside.set(bytes, 5);
    const archive = await openArchive({ name: 'run.zip', bytes: inside.subarray(5, -4) }, new Budget());
    expect(archive.entryNames).toEqual(['a.txt']);
  });

  it('may have an entry of several pieces', async () => {
    const content = randomBytes(400_000).toString('hex');
    expect(await unpacked([{ ...A, content, method: 8 }], 'a.txt')).toBe(content);
  });

  it('says whether any entry is encrypted', async () => {
    expect((await open([A, B])).encrypted).toBe(false);
    expect((await open([A, { ...B, flags: ENCRYPTED }])).encrypted).toBe(true);
  });

  it('reports a missing entry', async () => {
    expect(await refusal(unpacked([A], 'c.txt'))).toMatchObject({
      code: 'unreadable-file',
      message: 'run.zip: its part c.txt is missing.',
    });
  });
});

describe('a table of contents', () => {
  it('of bytes that are not a zip is refused', async () => {
    const reading = openArchive({ name: 'run.zip', bytes: new Uint8Array(100) }, new Budget());
    expect(await refusal(reading)).toMatchObject(DAMAGED);
  });

  it('may list a thousand entries, and no more', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `${i}`, content: '' }));
    expect((await open(many(LIMITS.archiveEntries))).entryNames).toHaveLength(1000);
    expect(await refusal(open(many(LIMITS.archiveEntries + 1)))).toMatchObject({
      code: 'too-large',
      limit: 'entries',
      message: 'run.zip: the archive holds too many entries (found “1001”, expected at most 1000 entries).',
    });
  });

  it('with two entries of the same name is refused', async () => {
    expect(await refusal(open([A, A]))).toEqual({ ...DAMAGED, cause: 'two entries named a.txt' });
  });

  it('whose name of an entry differs from the entry’s is refused', async () => {
    expect(await refusal(open([{ ...A, localName: 'x.txt' }]))).toEqual({
      ...DAMAGED,
      cause: 'name of a.txt',
    });
  });
});

describe('overlapping entries', () => {
  // How a small zip unpacks to a huge one: the first entry contains the second one with its header.
  const quoted = localEntry(A);
  const outer: ZipPart = { name: 'outer.bin', content: quoted };
  const inner: ZipPart = { ...A, isElsewhere: true, claimed: { at: 30 + outer.name.length } };

  it('are refused, in any order', async () => {
    expect(await refusal(open([outer, inner]))).toEqual({ ...DAMAGED, cause: 'entries overlap' });
    expect(await refusal(open([{ ...inner, claimed: { at: 39 } }, outer]))).toEqual({
      ...DAMAGED,
      cause: 'entries overlap',
    });
  });

  it('are refused even for a single one, but not if they only touch', async () => {
    // The length of an entry's name used to be ignored, so that its bytes could overlap the next entry.
    const packed = localEntry(B).length - 30 - B.name.length;
    const reaching = (more: number): ZipPart => ({ ...B, claimed: { packed: packed + more } });
    expect((await open([reaching(0), A])).entryNames).toHaveLength(2);
    expect((await refusal(open([reaching(1), A]))).cause).toBe('entries overlap');
  });

  it('are not reported if only the order in the table of contents differs', async () => {
    const listed: ZipPart = { ...A, isElsewhere: true, claimed: { at: localEntry(B).length } };
    const archive = await open([listed, B, { ...A, isUnlisted: true }]);
    expect(archive.entryNames).toEqual(['a.txt', 'b.txt']);
  });

  it('are detected between each two neighbours', async () => {
    const far = { ...inner, claimed: { at: localEntry(B).length + 39 } };
    expect((await refusal(open([B, outer, far]))).cause).toBe('entries overlap');
  });
});

describe('an entry', () => {
  it('that is encrypted or compressed with another method than deflate is refused', async () => {
    expect(await refusal(unpacked([{ ...B, flags: ENCRYPTED }], 'b.txt'))).toEqual({
      ...DAMAGED,
      cause: 'method 8 of b.txt',
    });
    expect(await refusal(unpacked([{ ...A, method: 12 }], 'a.txt'))).toEqual({
      ...DAMAGED,
      cause: 'method 12 of a.txt',
    });
  });

  it('that unpacks to more bytes than stated is refused at once, to fewer or different ones at its end', async () => {
    const refusalFor = (figures: ZipPart['claimed']) =>
      refusal(unpacked([{ ...B, claimed: { ...figures } }], 'b.txt'));
    expect(await refusalFor({ unpacked: 5 })).toEqual({ ...DAMAGED, cause: 'size of b.txt' });
    expect(await refusalFor({ unpacked: 7 })).toEqual({ ...DAMAGED, cause: 'checksum of b.txt' });
    expect(await refusalFor({ crc: 1 })).toEqual({ ...DAMAGED, cause: 'checksum of b.txt' });
  });

  it('with invalid deflate data is refused', async () => {
    const broken: ZipPart = { ...A, content: Buffer.from([0xff, 0xff, 0xff, 0xff]) };
    const bytes = zipBytes([broken]);
    // The same bytes, marked as deflated in both headers.
    const view = new DataView(bytes.buffer);
    view.setUint16(8, 8, true);
    view.setUint16(bytes.length - 22 - 46 - broken.name.length + 10, 8, true);
    const archive = await openArchive({ name: 'run.zip', bytes }, new Budget());
    const found = await refusal(archive.chunks('a.txt').next());
    expect(found).toMatchObject(DAMAGED);
    expect(found.cause).toBeInstanceOf(Error);
  });

  it('of up to a mebibyte may have any compression ratio', async () => {
    const content = Buffer.alloc(MEBIBYTE);
    expect(await unpacked([{ ...A, content, method: 8 }], 'a.txt')).toHaveLength(MEBIBYTE);
  });

  it('that is larger may have a ratio of 200, and no more', async () => {
    const content = randomBytes(10_000);
    const packed = deflateRawSync(content).length;
    const part = (size: number): ZipPart => ({ ...A, content, method: 8, claimed: { unpacked: size } });
    expect(await refusal(unpacked([part(200 * packed + 1)], 'a.txt'))).toMatchObject({
      code: 'too-large',
      limit: 'ratio',
      message:
        'run.zip, element a.txt: its compression ratio is too high for measured data (found “more than 200 times”, expected at most 200 times).',
    });
    // It is read, and its content then does not match.
    expect((await refusal(unpacked([part(200 * packed)], 'a.txt'))).code).toBe('unreadable-file');
  });

  it('counts towards the unpacked bytes of an import', async () => {
    const budget = new Budget();
    budget.spend(LIMITS.unpackedBytes - 'first'.length, 'other.zip');
    expect(await unpacked([A], 'a.txt', budget)).toBe('first');
    expect((await refusal(unpacked([A], 'a.txt', budget))).code).toBe('too-large');
  });
});
