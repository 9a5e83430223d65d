import { gunzipSync } from 'node:zlib';

import { LIMITS } from './budget.ts';
import type { Budget } from './budget.ts';
import { sniffXmlRoot, slices } from './container/xml-root.ts';
import { openArchive } from './container/zip.ts';
import { readArchive } from './detect-archive.ts';
import type { Part } from './part.ts';
import { readRdml } from './rdml/read-rdml.ts';
import { ReadError } from './read-error.ts';
import type { SourceFile } from './source-file.ts';

const GZIP = [0x1f, 0x8b];
const ZIP = [0x50, 0x4b];

/** Reads one file by what its bytes are; its name decides nothing. */
export async function readParts(source: SourceFile, budget: Budget): Promise<readonly Part[]> {
  const { name, bytes } = source;
  if (bytes.byteLength === 0) {
    throw new ReadError({ code: 'unreadable-file', place: { file: name }, problem: 'the file is empty' });
  }
  if (startsWith(bytes, GZIP)) return readParts(gunzip(source, budget), budget);
  if (startsWith(bytes, ZIP)) return readArchive(await openArchive(source, budget));
  const root = sniffXmlRoot(bytes);
  if (root !== null) return [await readXml(source, root)];
  throw unknownFormat(name);
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

function gunzip({ name, bytes }: SourceFile, budget: Budget): SourceFile {
  try {
    const unpacked = gunzipSync(bytes, { maxOutputLength: LIMITS.textBytes });
    budget.spend(unpacked.byteLength, name);
    return { name: name.replace(/\.gz$/i, ''), bytes: unpacked };
  } catch (cause) {
    if (cause instanceof ReadError) throw cause;
    const isTooLarge = cause instanceof RangeError;
    throw new ReadError({
      code: isTooLarge ? 'too-large' : 'unreadable-file',
      place: { file: name },
      problem: isTooLarge ? 'unpacked it is larger than any run' : 'the packed file is damaged or cut short',
      cause,
    });
  }
}

async function readXml({ name, bytes }: SourceFile, root: string): Promise<Part> {
  switch (root) {
    case 'rdml':
      return readRdml({ file: name, container: 'xml', chunks: slices(bytes) });
    default:
      throw unknownFormat(name);
  }
}

function unknownFormat(file: string): ReadError {
  return new ReadError({
    code: 'unsupported-file',
    place: { file },
    problem: 'it is not a file of a known instrument',
    expected: 'an export of the melting curves by the instrument’s software',
  });
}
