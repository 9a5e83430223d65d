import type { RunFileContainer } from '@curvewell/domain';

import { readAppliedBiosystemsWorkbook } from '../applied-biosystems/read-workbook.ts';
import { isCfxWorkbook, readCfxWorkbook } from '../cfx/cfx-workbook.ts';
import type { Workbook } from '../container/workbook.ts';
import { refuseAriaWorkbook } from './other-exports.ts';
import type { Part } from '../part.ts';
import { ReadError } from '../read-error.ts';

/** Reads a workbook, recognised by its sheets. */
export async function readWorkbook(workbook: Workbook, container: RunFileContainer): Promise<Part> {
  if (await isCfxWorkbook(workbook)) return readCfxWorkbook(workbook, container);
  const part = await readAppliedBiosystemsWorkbook(workbook, container);
  if (part !== null) return part;
  refuseAriaWorkbook(
    workbook.sheets.map(({ name }) => name),
    workbook.file,
  );
  throw new ReadError({
    code: 'unsupported-file',
    place: { file: workbook.file },
    problem: 'the workbook is not an export of a known instrument',
    found: `sheets ${workbook.sheets.map(({ name }) => name).join(', ')}`,
  });
}
