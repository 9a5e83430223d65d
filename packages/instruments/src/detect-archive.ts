import { isCfxWorkbook, readCfxWorkbook } from './cfx/cfx-workbook.ts';
import type { Workbook } from './container/workbook.ts';
import { isXlsx, openXlsx } from './container/xlsx.ts';
import { sniffXmlRoot } from './container/xml-root.ts';
import type { Archive } from './container/zip.ts';
import type { Container } from './import-report.ts';
import type { Part } from './part.ts';
import { readRdml } from './rdml/read-rdml.ts';
import { ReadError } from './read-error.ts';

/** Reads a zip by what is in it. */
export async function readArchive(archive: Archive): Promise<readonly Part[]> {
  const { file } = archive;
  refuseClosed(archive);
  if (isXlsx(archive)) return [await readWorkbook(await openXlsx(archive), 'xlsx')];
  for (const entry of archive.entryNames) {
    if (await isRdml(archive, entry)) {
      return [await readRdml({ file, container: 'zip', chunks: archive.chunks(entry) })];
    }
  }
  throw new ReadError({
    code: 'unsupported-file',
    place: { file },
    problem: 'the archive holds no file of a known instrument',
    found: archive.entryNames.slice(0, 5).join(', '),
  });
}

/** The instruments' own files, which only their software can open. */
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
    problem: `it is ${closed.what} and cannot be read here; ${closed.advice}`,
  });
}

async function isRdml(archive: Archive, entry: string): Promise<boolean> {
  if (!/\.(?:xml|rdml)$/i.test(entry)) return false;
  for await (const chunk of archive.chunks(entry)) return sniffXmlRoot(chunk) === 'rdml';
  return false;
}

async function readWorkbook(workbook: Workbook, container: Container): Promise<Part> {
  if (await isCfxWorkbook(workbook)) return readCfxWorkbook(workbook, container);
  throw new ReadError({
    code: 'unsupported-file',
    place: { file: workbook.file },
    problem: 'the workbook is not an export of a known instrument',
    found: `sheets ${workbook.sheets.map(({ name }) => name).join(', ')}`,
  });
}
