import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Public instrument files with published results. They are not part of the repository: they lie beside it, or
 * in `REFERENCE_DATA`.
 */
export const REFERENCE_DATA =
  process.env['REFERENCE_DATA'] ?? join(import.meta.dirname, '../../../../shared/data');

export const HAS_REFERENCE_DATA = existsSync(REFERENCE_DATA);

export const WHY_SKIPPED = 'the public instrument files are not beside this repository';
