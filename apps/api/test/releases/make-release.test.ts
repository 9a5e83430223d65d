import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { it } from 'vitest';

import { createTestApp } from '../create-test-app.ts';
import { askRelease } from './ask-release.ts';
import { makeLaboratory } from './make-laboratory.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
/** The name of the release. */
const { RELEASE, BACKUP_WITH = path.resolve(HERE, '../../src/backup.ts') } = process.env;

/** Not a test: creates the fixture of a release, see README.md. */
it.runIf(RELEASE)(`creates the fixture of ${RELEASE ?? 'a release'}`, async () => {
  const test = await createTestApp();
  await makeLaboratory(test);
  const folder = path.join(HERE, RELEASE ?? '');
  mkdirSync(folder);
  // Before any request, because exports add audit entries.
  const backups = mkdtempSync(path.join(folder, 'backup-'));
  execFileSync(process.execPath, ['--no-deprecation', BACKUP_WITH, '--to', backups], {
    env: { ...process.env, DATABASE_URL: test.databaseUrl },
    stdio: 'inherit',
  });
  for (const name of readdirSync(backups))
    renameSync(path.join(backups, name), path.join(folder, name.replace(/^curvewell-.*\.zip/, 'backup.zip')));
  rmdirSync(backups);
  const answers = JSON.stringify(await askRelease(test));
  writeFileSync(path.join(folder, 'answers.json.gz'), gzipSync(answers, { level: 9 }));
  await test.close();
});
