import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ALGORITHM_VERSION } from '../src/index.ts';
import { goldenLines } from './golden-cases.ts';

/** Writes the golden file of the current version, once before its release; it never changes afterwards. */
const path = join(import.meta.dirname, `golden/${ALGORITHM_VERSION}.jsonl`);
writeFileSync(path, `${goldenLines(ALGORITHM_VERSION).join('\n')}\n`);
