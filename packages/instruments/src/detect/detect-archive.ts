import { isXlsx, openXlsx } from '../container/xlsx.ts';
import { sniffXml } from '../container/xml-root.ts';
import type { Archive } from '../container/zip.ts';
import { readWorkbook } from './detect-workbook.ts';
import { LIMITS } from '../budget.ts';
import type { Part } from '../part.ts';
import { readRdml } from '../rdml/read-rdml.ts';
import { ReadError } from '../read-error.ts';
import type { SourceFile } from '../source-file.ts';

type ReadEntry = (entry: SourceFile) => Promise<readonly Part[]>;

/** Reads a zip by its content: a workbook, an RDML document, or the files of one run. */
export async function readArchive(archive: Archive, readEntry: ReadEntry): Promise<readonly Part[]> {
  const { file } = archive;
  refuseClosed(archive);
  if (isXlsx(archive)) return [await readWorkbook(await openXlsx(archive), 'xlsx')];
  for (const entry of archive.entryNames) {
    if (await isRdml(archive, entry)) {
      return readRdml({ file, container: 'zip', chunks: archive.chunks(entry) });
    }
  }
  const parts: Part[] = [];
  for (const entry of archive.entryNames.filter(isRunFile)) {
    const bytes = await readWhole(archive, entry);
    parts.push(...(await readEntry({ name: `${file}/${entry}`, bytes })));
  }
  if (parts.length > 0) return parts;
  throw new ReadError({
    code: 'unsupported-file',
    place: { file },
    problem: 'the archive holds no file of a known instrument',
    found: archive.entryNames.slice(0, 5).join(', '),
  });
}

/** Excludes folders and macOS metadata. */
function isRunFile(entry: string): boolean {
  return /\.(?:csv|txt|tsv|xml)$/i.test(entry) && !entry.startsWith('__MACOSX/');
}

async function readWhole(archive: Archive, entry: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of archive.chunks(entry)) {
    pieces.push(piece);
    length += piece.byteLength;
    if (length > LIMITS.textBytes) {
      throw new ReadError({
        code: 'too-large',
        place: { file: archive.file, element: entry },
        problem: 'unpacked it is larger than a file of a run may be',
        found: `more than ${LIMITS.textBytes} bytes`,
        expected: `at most ${LIMITS.textBytes} bytes`,
        limit: 'text-bytes',
      });
    }
  }
  return new Uint8Array(Buffer.concat(pieces));
}

/** Refuses proprietary instrument files, which only their software can open. */
function refuseClosed(archive: Archive): void {
  const { entryNames, encrypted, file } = archive;
  const closed = entryNames.some((name) => /\.pcrd$/i.test(name))
    ? {
        what: 'Bio-Rad’s own run file (.pcrd)',
        advice: 'export the melting curves from CFX software as xlsx',
      }
    : entryNames.some((name) => name.startsWith('apldbio/'))
      ? {
          what: 'Applied Biosystems’ own run file (.eds)',
          advice: 'export the melting curves from the instrument’s software as xlsx, xls or txt',
        }
      : encrypted
        ? { what: 'encrypted', advice: 'save it without a password' }
        : null;
  if (closed === null) return;
  throw new ReadError({
    code: 'closed-file',
    place: { file },
    problem: `it is ${closed.what} and cannot be read; ${closed.advice}`,
  });
}

async function isRdml(archive: Archive, entry: string): Promise<boolean> {
  if (!/\.(?:xml|rdml)$/i.test(entry)) return false;
  for await (const chunk of archive.chunks(entry)) return sniffXml(chunk)?.root === 'rdml';
  return false;
}
