import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { inspectUploadIsolated } from '@curvewell/instruments';

import { readConfig } from '../settings/config.ts';
import { requireServices } from '../settings/required-services.ts';
import { loadReleases } from '../features/releases/index.ts';
import { readRealm } from '../keycloak/realm-file.ts';
import { migrationNames } from '../upgrade/migrations.ts';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));
/** Importing one of these runs it. */
const PROGRAMS = ['admin', 'backup', 'keycloak', 'migrate', 'restore', 'server'].map((name) => `${name}.ts`);
/** Not part of the image. */
const NOT_PRODUCT = /\.test\.ts$|^standalone\//;

/**
 * Checks the settings and that every file of the product can be loaded. Needs neither the database nor the
 * identity provider.
 *
 * @throws Error with the reason
 */
export async function checkProgram(environment: NodeJS.ProcessEnv): Promise<void> {
  const { webDirectory } = requireServices(readConfig(environment));
  if (!existsSync(path.join(webDirectory, 'index.html'))) throw new Error('The pages are not built.');
  if ((await migrationNames()).length === 0) throw new Error('The migrations are missing.');
  if (loadReleases().length === 0) throw new Error('The release notes are missing.');
  await readRealm(environment);
  await loadEveryModule();
  await startReader();
}

/** Some modules are loaded lazily or only in threads. */
async function loadEveryModule(): Promise<void> {
  const files = await readdir(SOURCES, { recursive: true });
  const modules = files.filter(
    (file) => file.endsWith('.ts') && !PROGRAMS.includes(file) && !NOT_PRODUCT.test(file),
  );
  for (const file of modules) await import(pathToFileURL(path.join(SOURCES, file)).href);
}

/** A working reader process rejects this file as from no known analyser. */
async function startReader(): Promise<void> {
  const name = 'server.ts';
  const { problems } = await inspectUploadIsolated([{ name, path: path.join(SOURCES, name) }], {
    candidates: [],
  });
  if (problems.length !== 1) throw new Error('Files cannot be read.');
}
