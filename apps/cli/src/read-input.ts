import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

import { positionSchema, type ReadAnswers, type SampleType, sampleTypeSchema } from '@curvewell/domain';
import { ANALYSER_PROFILES, readRunOfAny, type RunFile, type SourceFile } from '@curvewell/instruments';

/** The content of a run's files, with their hashes. */
export interface RunInput {
  readonly run: RunFile;
  /** The analyser whose profile read it. */
  readonly analyser: string;
  readonly file: string;
  readonly sha256: string;
}

export interface PlateRow {
  readonly sampleType: SampleType;
  readonly expectedDiagnostic: string | null;
  /** Wells with the same name are replicates; null: the name in the file. */
  readonly name: string | null;
}

/** An unusable input file; the message is for the user. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

export async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    return new Uint8Array(await readFile(path));
  } catch (error) {
    throw new InputError(`${path}: the file cannot be read`, { cause: error });
  }
}

/** @throws InputError */
export async function jsonRead(path: string): Promise<unknown> {
  const text = new TextDecoder().decode(await bytesOf(path));
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InputError(`${path}: this is not valid JSON`, { cause: error });
  }
}

/**
 * Reads a run with the first analyser that can, trying those named like its instrument first. Files are read
 * once.
 *
 * @throws ReadError of the analyser that got furthest, InputError
 */
export async function runRead(paths: readonly string[], answers: ReadAnswers): Promise<RunInput> {
  const files: SourceFile[] = [];
  const hash = createHash('sha256');
  for (const path of paths) {
    const bytes = await bytesOf(path);
    hash.update(bytes);
    files.push({ name: basename(path), bytes });
  }
  const { run, profile } = await readRunOfAny(files, { profiles: ANALYSER_PROFILES, answers });
  return {
    run,
    analyser: profile.name,
    file: files.map(({ name }) => name).join(' + '),
    sha256: hash.digest('hex'),
  };
}

/**
 * Reads a table `position,sampleType,expectedDiagnostic,name` with a header row; the last two columns are
 * optional. @throws InputError naming file and row
 */
export async function plateRead(path: string): Promise<Map<string, PlateRow>> {
  const text = new TextDecoder().decode(await bytesOf(path));
  const rows = text.trim().split(/\r?\n/).slice(1);
  return new Map(
    rows.map((row, index) => {
      const cells = row.split(/[,;]/).map((cell) => cell.trim());
      const [position = '', sampleType = '', expected = '', name = ''] = cells;
      const place = positionSchema.safeParse(position);
      const type = sampleTypeSchema.safeParse(sampleType);
      if (!place.success || !type.success) {
        throw new InputError(
          `${path}, row ${index + 2}: expected a position and a sample type, found “${row}”`,
        );
      }
      return [
        place.data,
        {
          sampleType: type.data,
          expectedDiagnostic: expected === '' ? null : expected,
          name: name === '' ? null : name,
        },
      ];
    }),
  );
}
