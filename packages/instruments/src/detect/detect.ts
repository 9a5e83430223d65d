import { gunzipSync } from 'node:zlib';

import { isAppliedBiosystemsText, readAppliedBiosystemsText } from '../applied-biosystems/read-text.ts';
import { isAzureCielo, readAzureCielo } from '../azure-cielo/read-azure-cielo.ts';
import { LIMITS } from '../budget.ts';
import type { Budget } from '../budget.ts';
import { isCfxCsv, readCfxCsv } from '../cfx/cfx-csv.ts';
import { readCfxXml } from '../cfx/cfx-xml.ts';
import { COMPOUND_FILE_START } from '../container/compound-file.ts';
import { openSpreadsheetMl } from '../container/spreadsheetml.ts';
import { decodeText } from '../container/text.ts';
import { openXls } from '../container/xls.ts';
import { slices, sniffXml } from '../container/xml-root.ts';
import type { XmlStart } from '../container/xml-root.ts';
import { openArchive } from '../container/zip.ts';
import { readArchive } from './detect-archive.ts';
import { readWorkbook } from './detect-workbook.ts';
import { isLightCycler480, readLightCycler480 } from '../lightcycler480/read-lightcycler480.ts';
import { isMxPro, readMxPro } from '../mxpro/read-mxpro.ts';
import { azureOwnFileError, isAzureOwnFile, ownFileError, refuseOtherText } from './other-exports.ts';
import type { Part } from '../part.ts';
import { isRdes, readRdes } from '../rdes/read-rdes.ts';
import { readRdml } from '../rdml/read-rdml.ts';
import { ReadError } from '../read-error.ts';
import { readRotorGene } from '../rotorgene/read-rotorgene.ts';
import type { SourceFile } from '../source-file.ts';

const GZIP = [0x1f, 0x8b];
const ZIP = [0x50, 0x4b];

/** Reads a file, recognised by its bytes. Its name only chooses the advice if they are of no known format. */
export async function readParts(source: SourceFile, budget: Budget): Promise<readonly Part[]> {
  const plain = startsWith(source.bytes, GZIP) ? gunzip(source, budget) : source;
  try {
    return await readPlain(plain, budget);
  } catch (error) {
    if (!(error instanceof ReadError) || error.code !== 'unsupported-file') throw error;
    throw ownFileError(plain.name) ?? error;
  }
}

async function readPlain(source: SourceFile, budget: Budget): Promise<readonly Part[]> {
  if (startsWith(source.bytes, ZIP)) {
    return readArchive(await openArchive(source, budget), readDocument);
  }
  return readDocument(source);
}

/** Reads a file that is not an archive. */
async function readDocument(source: SourceFile): Promise<readonly Part[]> {
  const { name, bytes } = source;
  if (bytes.byteLength === 0) {
    throw new ReadError({ code: 'unreadable-file', place: { file: name }, problem: 'the file is empty' });
  }
  if (isAzureOwnFile(bytes)) throw azureOwnFileError(name);
  if (startsWith(bytes, COMPOUND_FILE_START)) return [await readWorkbook(await openXls(source), 'xls')];
  const start = sniffXml(bytes);
  return start === null ? [readText(source)] : readXml(source, start);
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
      problem: isTooLarge
        ? 'unpacked it is larger than a file of a run may be'
        : 'the packed file is damaged or cut short',
      ...(isTooLarge && { expected: `at most ${LIMITS.textBytes} bytes`, limit: 'text-bytes' }),
      cause,
    });
  }
}

async function readXml({ name, bytes }: SourceFile, { root, child }: XmlStart): Promise<readonly Part[]> {
  const chunks = slices(bytes);
  if (root === 'rdml') return readRdml({ file: name, container: 'xml', chunks });
  if (root === 'Experiment') return [await readRotorGene(name, chunks)];
  if (root === 'Workbook')
    return [await readWorkbook(await openSpreadsheetMl(name, chunks), 'spreadsheetml')];
  if (child === 'Row') return [await readCfxXml(name, chunks)];
  throw unknownFormat(name);
}

function readText(source: SourceFile): Part {
  const { name } = source;
  const text = decodeText(source);
  if (isLightCycler480(text)) return readLightCycler480(text, name);
  if (isAppliedBiosystemsText(text)) {
    const part = readAppliedBiosystemsText(text, name);
    if (part !== null) return part;
  }
  if (isRdes(text)) return readRdes(text, name);
  if (isMxPro(text)) return readMxPro(text, name);
  if (isAzureCielo(text)) return readAzureCielo(text, name);
  if (isCfxCsv(text)) return readCfxCsv(text, name);
  refuseOtherText(text, name);
  throw unknownFormat(name);
}

function unknownFormat(file: string): ReadError {
  return new ReadError({
    code: 'unsupported-file',
    place: { file },
    problem: 'it is not a file of a known instrument',
    expected: 'an export of the melting curves by the instrument’s software',
  });
}
