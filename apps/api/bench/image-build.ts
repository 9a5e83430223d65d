import { execFile, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { z } from 'zod';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const MAKE_BASE = fileURLToPath(new URL('image-base.sh', import.meta.url));
const IMAGE = 'localhost/curvewell:test';
export const TEST_COMMIT = '0123456789abcdef';
const run = promisify(execFile);

/** The configuration as an engine stores it, in the format that supports health checks. */
const configSchema = z.object({
  Docker: z.object({
    config: z.object({
      User: z.string(),
      WorkingDir: z.string(),
      Env: z.array(z.string()),
      Cmd: z.array(z.string()),
      Healthcheck: z.object({ Test: z.array(z.string()) }),
    }),
  }),
});
export type ImageConfig = z.infer<typeof configSchema>['Docker']['config'];

export interface BuiltImage {
  readonly config: ImageConfig;
  /** Contains all files of the image. */
  readonly folder: string;
  readonly close: () => Promise<void>;
}

/** Tools missing on this machine to build an image without an engine. */
export async function missingTools(): Promise<readonly string[]> {
  const missing: string[] = [];
  if (process.getuid?.() !== 0) missing.push('root: it mounts folders and changes roots');
  for (const tool of ['buildah', 'debootstrap', 'chroot', 'unshare', 'mount']) {
    const found = await run('sh', ['-c', `command -v ${tool}`]).catch(() => null);
    if (found === null) missing.push(`${tool}: apt-get install buildah debootstrap`);
  }
  return missing;
}

/** Builds the Dockerfile with buildah, and extracts its files into a folder. */
export async function buildImage(store: string, baseImage: string): Promise<BuiltImage> {
  mkdirSync(store, { recursive: true });
  const options = ['--storage-driver', 'vfs', '--root', `${store}/root`, '--runroot', `${store}/run`];
  const buildah = async (...args: string[]) => (await run('buildah', [...options, ...args])).stdout.trim();

  const hasBase = await buildah('inspect', '--type', 'image', baseImage).catch(() => null);
  if (hasBase === null && (await buildah('pull', '--quiet', baseImage).catch(() => null)) === null) {
    process.stdout.write(`No registry gives ${baseImage}: a Debian takes its place.\n`);
    const env = { ...process.env, BUILDAH: ['buildah', ...options].join(' ') };
    await shown(MAKE_BASE, [baseImage, path.join(ROOT, 'node_modules')], env);
  }
  await shown('buildah', [
    ...options,
    'build',
    '--isolation',
    'chroot',
    '--pull=never',
    '--format',
    'docker',
    '--build-arg',
    `NODE_IMAGE=${baseImage}`,
    '--build-arg',
    `CURVEWELL_COMMIT=${TEST_COMMIT}`,
    ...ofThisNetwork(store),
    '--tag',
    IMAGE,
    '--file',
    'Dockerfile',
    '.',
  ]);
  const { Docker } = configSchema.parse(JSON.parse(await buildah('inspect', '--type', 'image', IMAGE)));
  const container = await buildah('from', '--pull-never', IMAGE);
  return {
    config: Docker.config,
    folder: await buildah('mount', container),
    close: async () => {
      await buildah('rm', container);
      await buildah('rmi', '--force', IMAGE);
    },
  };
}

/** Options that the network of this machine requires: certificate authorities and registry. */
function ofThisNetwork(store: string): readonly string[] {
  const { NODE_EXTRA_CA_CERTS: authorities, npm_config_registry: registry } = process.env;
  const npmrc = process.env['IMAGE_NPMRC'];
  // buildah does not accept a symbolic link as a secret.
  if (npmrc !== undefined) writeFileSync(path.join(store, 'npmrc'), npmrc);
  return [
    ...(authorities === undefined ? [] : ['--secret', `id=ca,src=${authorities}`]),
    ...(registry === undefined ? [] : ['--build-arg', `NPM_REGISTRY=${registry}`]),
    ...(npmrc === undefined ? [] : ['--secret', `id=npmrc,src=${store}/npmrc`]),
  ];
}

function shown(command: string, args: readonly string[], env = process.env): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${command} ended with ${code}.`));
    });
  });
}
