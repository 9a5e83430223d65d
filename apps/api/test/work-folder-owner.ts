import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { openWorkFolder } from '../src/process/work-folder.ts';

/** Holds a file in a work folder until it is killed. Prints its path. */
const [dataDirectory = ''] = process.argv.slice(2);
const folder = await openWorkFolder(dataDirectory);
await folder.use(async (work) => {
  await writeFile(path.join(work, 'patient.xml'), 'a run');
  process.stdout.write(`${folder.path}\n`);
  await new Promise((resolve) => setTimeout(resolve, 600_000));
});
