import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { systemClock } from '../src/clock.ts';
import { readHouseCertificate } from '../src/house-certificate/house-certificate.ts';
import { createTestApp } from './create-test-app.ts';
import { approvedRun } from './run-factory.ts';

/** veraPDF from Maven Central: 20 MB. */
const LIBRARIES = fileURLToPath(new URL('../node_modules/.cache/verapdf', import.meta.url));
const PROJECT = fileURLToPath(new URL('verapdf/pom.xml', import.meta.url));
const HOUSE = fileURLToPath(new URL('house-certificates/rsa.p12', import.meta.url));
const MINUTES = 60_000;
const isRequested = process.env['VERAPDF'] !== undefined || process.env['NIGHT'] !== undefined;
const has = (program: string) => spawnSync(program, ['-version']).error === undefined;

describe.skipIf(!isRequested || !has('java') || !has('mvn'))(
  'reports validated by veraPDF (skipped without VERAPDF=1 or NIGHT=1, Java and Maven)',
  () => {
    const files = new Map<string, string>();
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'curvewell-verapdf-'));
      if (!existsSync(LIBRARIES))
        execFileSync(
          'mvn',
          [
            '--quiet',
            '--file',
            PROJECT,
            `-DoutputDirectory=${LIBRARIES}`,
            'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies',
          ],
          { timeout: 5 * MINUTES },
        );
      const file = { certificate: HOUSE, key: null, passphrase: 'house' };
      const house = await readHouseCertificate(file, systemClock);
      for (const [kind, houseCertificate] of [
        ['unsigned', null],
        ['signed', house],
      ] as const) {
        const test = await createTestApp({ houseCertificate });
        const { id } = await approvedRun(test);
        for (const isExportAsPlate of [false, true]) {
          const answer = await test.call('tech', 'POST', `/run/export/${id}`, {
            format: 'PDF',
            isExportAsPlate,
          });
          const name = `${kind}${isExportAsPlate ? ', as a plate' : ''}`;
          files.set(name, path.join(folder, `${name}.pdf`));
          await writeFile(path.join(folder, `${name}.pdf`), answer.rawPayload);
        }
        await test.close();
      }
    }, 8 * MINUTES);
    afterAll(() => rm(folder, { recursive: true }));

    it.each(['signed', 'signed, as a plate', 'unsigned', 'unsigned, as a plate'])(
      'TRUST-477 conform to PDF/UA-1 and PDF/A-3a: %s',
      (name) => {
        for (const flavour of ['ua1', '3a']) {
          const { stdout, stderr } = spawnSync(
            'java',
            [
              '-cp',
              path.join(LIBRARIES, '*'),
              'org.verapdf.apps.GreenfieldCliWrapper',
              '-f',
              flavour,
              '--format',
              'text',
              '-v',
              files.get(name) ?? '',
            ],
            { encoding: 'utf8' },
          );
          expect(stdout, stderr).toMatch(/^PASS /m);
          expect(stdout).not.toMatch(/FAIL/);
        }
      },
      2 * MINUTES,
    );
  },
);
