import type { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';

import { fromBufferPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';

import { LIMITS } from '../budget.ts';
import type { Budget } from '../budget.ts';
import { ReadError } from '../read-error.ts';
import type { SourceFile } from '../source-file.ts';

const STORED = 0;
const DEFLATED = 8;
/** Larger than zlib's default, which saves a third of the time for a workbook. */
const PIECES = { chunkSize: 128 * 1024 };

/** A zip with a valid table of contents; entries are unpacked on demand. */
export interface Archive {
  readonly file: string;
  readonly entryNames: readonly string[];
  readonly encrypted: boolean;
  /** The unpacked bytes of an entry, piece by piece, counted and verified by its checksum. */
  chunks: (entryName: string) => AsyncGenerator<Uint8Array, void>;
}

export async function openArchive(source: SourceFile, budget: Budget): Promise<Archive> {
  const file = source.name;
  const { bytes } = source;
  try {
    const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      lazyEntries: true,
      autoClose: false,
    });
    const entries = await listEntries(zip, file);
    return {
      file,
      entryNames: [...entries.keys()],
      encrypted: [...entries.values()].some((entry) => entry.isEncrypted()),
      chunks: (entryName) => unpack(zip, { entry: entries.get(entryName), entryName, file, budget }),
    };
  } catch (cause) {
    throw cause instanceof ReadError ? cause : damagedArchive(file, cause);
  }
}

async function listEntries(zip: ZipFile, file: string): Promise<Map<string, Entry>> {
  if (zip.entryCount > LIMITS.archiveEntries) {
    throw new ReadError({
      code: 'too-large',
      place: { file },
      problem: 'the archive holds too many entries',
      found: String(zip.entryCount),
      expected: `at most ${LIMITS.archiveEntries} entries`,
      limit: 'entries',
    });
  }
  const entries = new Map<string, Entry>();
  const spans: Span[] = [];
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) throw damagedArchive(file, `two entries named ${entry.fileName}`);
    const local = await zip.readLocalFileHeaderPromise(entry);
    if (!local.fileName.equals(entry.fileNameRaw)) throw damagedArchive(file, `name of ${entry.fileName}`);
    entries.set(entry.fileName, entry);
    spans.push({
      from: entry.relativeOffsetOfLocalHeader,
      to: local.fileDataStart + entry.compressedSize,
    });
  }
  checkOverlap(spans, file);
  return entries;
}

/** The byte range of an entry, including its header. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Overlapping entries are how a small archive unpacks to a huge one. */
function checkOverlap(spans: readonly Span[], file: string): void {
  let end = 0;
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    if (from < end) throw damagedArchive(file, 'entries overlap');
    end = to;
  }
}

interface Unpacking {
  readonly entry: Entry | undefined;
  readonly entryName: string;
  readonly file: string;
  readonly budget: Budget;
}

async function* unpack(
  zip: ZipFile,
  { entry, entryName, file, budget }: Unpacking,
): AsyncGenerator<Uint8Array, void> {
  if (entry === undefined) {
    throw new ReadError({
      code: 'unreadable-file',
      place: { file },
      problem: `its part ${entryName} is missing`,
    });
  }
  if (
    entry.uncompressedSize > LIMITS.ratioFromBytes &&
    entry.uncompressedSize > LIMITS.ratio * entry.compressedSize
  ) {
    throw new ReadError({
      code: 'too-large',
      place: { file, element: entryName },
      problem: 'its compression ratio is too high for measured data',
      found: `more than ${LIMITS.ratio} times`,
      expected: `at most ${LIMITS.ratio} times`,
      limit: 'ratio',
    });
  }
  if (entry.isEncrypted() || ![STORED, DEFLATED].includes(entry.compressionMethod)) {
    throw damagedArchive(file, `method ${entry.compressionMethod} of ${entryName}`);
  }
  let checksum = 0;
  let length = 0;
  try {
    const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false });
    const unpacked = entry.compressionMethod === STORED ? packed : inflate(packed);
    for await (const chunk of unpacked) {
      const piece = chunk as Buffer; // a byte stream: no encoding is set
      budget.spend(piece.byteLength, file);
      length += piece.byteLength;
      if (length > entry.uncompressedSize) throw damagedArchive(file, `size of ${entryName}`);
      checksum = crc32(piece, checksum);
      yield piece;
    }
  } catch (cause) {
    throw cause instanceof ReadError ? cause : damagedArchive(file, cause);
  }
  if (checksum !== entry.crc32 || length !== entry.uncompressedSize)
    throw damagedArchive(file, `checksum of ${entryName}`);
}

function inflate(packed: Readable): Readable {
  const unpacked = createInflateRaw(PIECES);
  packed.on('error', (error) => unpacked.destroy(error));
  unpacked.on('close', () => packed.destroy());
  return packed.pipe(unpacked);
}

function damagedArchive(file: string, cause: unknown): ReadError {
  return new ReadError({
    code: 'unreadable-file',
    place: { file },
    problem: 'the archive is damaged or cut short; export or copy it again',
    cause,
  });
}
