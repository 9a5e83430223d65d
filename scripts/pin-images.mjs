/**
 * Pins each image of docker-compose.yml by its current digest: `node scripts/pin-images.mjs >
 * docker-compose.digests.yml`. `node scripts/pin-images.mjs NAME…` prints the digests of other images, one on
 * each line. Needs docker with buildx and compose.
 */
import { spawnSync } from 'node:child_process';
import process from 'node:process';

import { fail, print } from './workspace.mjs';

const named = process.argv.slice(2);
if (named.length > 0) for (const image of named) print(pinned(image));
else print(overrides());

/** JSON is YAML. */
function overrides() {
  /** @type {Record<string, { image: string }>} */
  const services = {};
  for (const [name, { image }] of Object.entries(composeFile().services))
    services[name] = { image: pinned(image) };
  return JSON.stringify({ services }, null, 2);
}

/** @returns {{ services: Record<string, { image: string }> }} */
function composeFile() {
  const profiles = ['--profile', 'keycloak', '--profile', 'tools'];
  /** @type {unknown} */
  const config = JSON.parse(docker('compose', ...profiles, 'config', '--format', 'json'));
  return /** @type {{ services: Record<string, { image: string }> }} */ (config);
}

/** @param {string} image */
function pinned(image) {
  if (image.includes('@')) return image;
  const digest = docker('buildx', 'imagetools', 'inspect', '--format', '{{.Manifest.Digest}}', image).trim();
  if (!/^sha256:[0-9a-f]{64}$/.test(digest)) return fail(`${image} has no digest: ${digest}`);
  return `${image}@${digest}`;
}

/** @param {string[]} args */
function docker(...args) {
  const { status, stdout, stderr, error } = spawnSync('docker', args, { encoding: 'utf8' });
  return status === 0 ? stdout : fail(`docker ${args.join(' ')}: ${error?.message ?? stderr}`);
}
