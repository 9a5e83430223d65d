/**
 * Checks the lock file offline: no package below the lowest version without a known advisory
 * (advisory-floors.json), no forbidden package, a hash for each package, and few packages with install
 * scripts. Also checks the image's Node version. With `--sbom` it then writes the list of packages as
 * CycloneDX 1.6, and compares the two.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { environment, fail, print, root } from './workspace.mjs';

/** @typedef {{ name: string, version: string, hasHash: boolean }} Package */
/** @typedef {{ because: string, lines: Record<string, string> }} Floor */

const MAX_INSTALL_SCRIPTS = 5;

const packages = lockedPackages();
/** @type {unknown} */
const floors = JSON.parse(read('scripts/advisory-floors.json'));
const { image, lowest, never } =
  /** @type {{ image: Floor, lowest: Record<string, Floor>, never: Record<string, string> }} */ (floors);

const problems = [...packages.flatMap(problemOf), ...installScripts(), ...imagesBelow()];
for (const problem of problems) print(problem);
if (problems.length > 0) fail(`${problems.length} problems in the installed packages.`);
if (process.argv.includes('--sbom')) writeSbom();

/** @returns {Package[]} */
function lockedPackages() {
  const lock = read('pnpm-lock.yaml');
  const listed = lock.slice(lock.indexOf('\npackages:'), lock.indexOf('\nsnapshots:'));
  return [...listed.matchAll(/^ {2}'?([^\s'].*?)@([^@\s']+)'?:\n {4}resolution: (.*)$/gm)].map(
    ([, name = '', version = '', resolution = '']) => ({
      name,
      version,
      hasHash: resolution.includes('integrity: sha512-'),
    }),
  );
}

/** The product runs on the image's Node, not on the one that runs the tools. */
function imagesBelow() {
  return [...read('Dockerfile').matchAll(/^FROM node:([\d.]+)/gm)]
    .filter(([, version = '']) => isBelow(version, image.lines))
    .map(([from]) => `${from} has a known advisory: ${image.because}`);
}

/** @param {Package} one */
function problemOf({ name, version, hasHash }) {
  const found = [];
  const forbidden = never[name] ?? never[`${name}@${version}`];
  if (forbidden !== undefined) found.push(`${name} ${version}: ${forbidden}`);
  if (!hasHash) found.push(`${name} ${version} has no hash in the lock file.`);
  const floor = lowest[name];
  if (floor !== undefined && isBelow(version, floor.lines))
    found.push(`${name} ${version} has a known advisory: ${floor.because}`);
  return found;
}

/**
 * The lowest good version of each major version; earlier major versions are bad.
 *
 * @param {string} version
 * @param {Record<string, string>} lines
 */
function isBelow(version, lines) {
  const [major = 0] = parts(version);
  const line = lines[String(major)];
  if (line === undefined) return major < Math.min(...Object.keys(lines).map(Number));
  const [, minor = 0, patch = 0] = parts(version);
  const [, leastMinor = 0, leastPatch = 0] = parts(line);
  return minor < leastMinor || (minor === leastMinor && patch < leastPatch);
}

/** @param {string} version */
function parts(version) {
  return version.split(/[.-]/, 3).map(Number);
}

function installScripts() {
  const allowed = [...read('pnpm-workspace.yaml').matchAll(/^ {2}'?([^\s']+?)'?: true$/gm)].map(
    ([, name]) => name,
  );
  if (allowed.length <= MAX_INSTALL_SCRIPTS) return [];
  return [`${allowed.length} packages may run a script when they are installed: ${allowed.join(', ')}`];
}

function writeSbom() {
  /** @type {unknown} */
  const manifest = JSON.parse(read('package.json'));
  const { version } = /** @type {{ version: string }} */ (manifest);
  const target = join('sbom', `curvewell-${version}.cdx.json`);
  mkdirSync(join(root, 'sbom'), { recursive: true });
  const options = ['--sbom-format=cyclonedx', '--sbom-spec-version=1.6', '--sbom-type=application'];
  const { status, stderr } = spawnSync(
    join(root, 'node_modules/.bin/pnpm'),
    ['sbom', ...options, '--lockfile-only', '--out', target],
    { cwd: root, encoding: 'utf8', env: environment() },
  );
  if (status !== 0) fail(stderr);
  /** @type {unknown} */
  const sbom = JSON.parse(read(target));
  const { components } = /** @type {{ components: { group?: string, name: string, version: string }[] }} */ (
    sbom
  );
  const inSbom = new Set(
    components.map(
      ({ group, name, version: of }) => `${group === undefined ? '' : `${group}/`}${name}@${of}`,
    ),
  );
  const missing = packages.filter(({ name, version: of }) => !inSbom.has(`${name}@${of}`));
  if (missing.length > 0) fail(`Not in ${target}: ${missing.map(({ name }) => name).join(', ')}`);
  print(`${target}: ${packages.length} packages, as the lock file has them.`);
}

/** @param {string} path */
function read(path) {
  return readFileSync(join(root, path), 'utf8');
}
