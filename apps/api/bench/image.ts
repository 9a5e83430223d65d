/**
 * `pnpm test:image`: builds the Dockerfile with buildah, without an engine, and starts the result read-only
 * with its own account. It migrates a real PostgreSQL, becomes healthy by its own health check, and takes a
 * run from its file to a report. Prints the content and size of the image; ends with an error unless all of
 * it works. Needs root, buildah and debootstrap. IMAGE_STORE is the folder of the image (some GB).
 * NODE_EXTRA_CA_CERTS and npm_config_registry set the authorities and the registry of this network,
 * IMAGE_NPMRC its credentials.
 */
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '../test/free-port.ts';
import { baseImage } from '../test/image/stages.ts';
import { MAX_IMAGE_MB, packagesIn, sizeOf } from '../test/image/contents.ts';
import { startBenchIssuer } from './bench-issuer.ts';
import { buildImage, missingTools, type BuiltImage } from './image-build.ts';
import { prepareServices, takeRunToReport, type ImageServices } from './image-journey.ts';
import { startInImage } from './image-run.ts';
import { print } from './table.ts';

const READY_TIMEOUT_MS = 120_000;
const POLL_MS = 500;

const missing = await missingTools();
if (missing.length > 0) {
  print(`The image cannot be built here:\n${missing.map((tool) => `  ${tool}`).join('\n')}`);
  process.exit(1);
}
const store = process.env['IMAGE_STORE'] ?? path.join(tmpdir(), 'curvewell-image-store');
// buildah requires fully qualified names.
const image = await buildImage(store, `docker.io/library/${baseImage()}`);
const services = await prepareServices();
const issuer = await startBenchIssuer();
const problems: string[] = [];
try {
  await describe(image);
  await cannotWrite(image);
  await migrates(image, services);
  await works(image, services);
} catch (error) {
  problems.push(error instanceof Error ? error.message : String(error));
} finally {
  issuer.close();
  await services.close();
  await image.close();
}
print(problems.length === 0 ? '\nThe image works.' : `\n${problems.join('\n')}`);
process.exit(problems.length === 0 ? 0 : 1);

async function describe({ folder }: BuiltImage): Promise<void> {
  const app = path.join(folder, 'app');
  const [total, own] = [await sizeOf(folder), await sizeOf(app)];
  const packages = await packagesIn(app);
  print(`\n${packages.length} packages: ${packages.join(' ')}`);
  print(`Size: ${total} MB, of which the product is ${own} MB.`);
  if (total > MAX_IMAGE_MB) problems.push(`The image is larger than ${MAX_IMAGE_MB} MB.`);
}

/** The output of the first argument, and the folders that are not writable. */
async function cannotWrite(built: BuiltImage): Promise<void> {
  const script = `const { writeFileSync: write } = require('fs');
    const tried = (file) => { try { write(file, ''); return 'written'; } catch ({ code }) { return code; } };
    console.log(process.getuid(), tried('/app/x'), tried('/etc/x'), tried('/data/x'), tried('/tmp/x'));`;
  const { output } = await startInImage(built, ['node', '-e', script], {}).ended;
  print(`Account, and results of writing to /app, /etc, /data and /tmp: ${output.trim()}`);
  if (!/^1000 (EROFS|EACCES) (EROFS|EACCES) written written$/.test(output.trim()))
    problems.push('The image can be written to where it must not.');
}

async function migrates(built: BuiltImage, { settings }: ImageServices): Promise<void> {
  const { code, output } = await startInImage(built, ['node', 'apps/api/src/migrate.ts'], settings).ended;
  if (code !== 0) throw new Error(`migrate ended with ${code}: ${output}`);
  const check = ['node', 'apps/api/src/server.ts', '--check'];
  const checked = await startInImage(built, check, { ...settings, OIDC_URL: issuer.url }).ended;
  if (checked.code !== 0) throw new Error(`--check ended with ${checked.code}: ${checked.output}`);
  for (const tool of ['admin.ts', 'backup.ts', 'keycloak.ts', 'restore.ts']) {
    const started = await startInImage(built, ['node', `apps/api/src/${tool}`, '--help'], {}).ended;
    if (/ERR_|Cannot find/.test(started.output)) problems.push(`${tool}: ${started.output}`);
  }
}

/** One API process and one worker, as compose starts them. */
async function works(built: BuiltImage, { db, settings, addPeople }: ImageServices): Promise<void> {
  await addPeople();
  for (const role of ['worker', 'api']) {
    const port = String(await freePort());
    const own = {
      CURVEWELL_ROLE: role,
      PORT: port,
      OIDC_URL: issuer.url,
      PUBLIC_URL: `http://localhost:${port}`,
    };
    const all = { ...settings, ...own, HOST: '127.0.0.1', MIGRATE_AT_START: 'false' };
    const began = Date.now();
    const product = startInImage(built, built.config.Cmd, all);
    try {
      await healthy(built, all, product.output);
      print(`${role}: healthy after ${Math.round((Date.now() - began) / 1000)} s.`);
      if (role === 'api')
        print(await takeRunToReport({ db, address: `http://127.0.0.1:${port}`, tokenFor: issuer.tokenFor }));
    } finally {
      const code = await product.stop();
      if (code !== 0) problems.push(`${role} ended with ${code}: ${product.output()}`);
    }
  }
}

/** Runs the health check of the image. */
async function healthy(
  built: BuiltImage,
  settings: Readonly<Record<string, string>>,
  output: () => string,
): Promise<void> {
  const [, ...command] = built.config.Healthcheck.Test;
  for (const until = Date.now() + READY_TIMEOUT_MS; ;) {
    const { code } = await startInImage(built, command, settings).ended;
    if (code === 0) return;
    if (Date.now() > until) throw new Error(`It did not become healthy: ${output()}`);
    await sleep(POLL_MS);
  }
}
