/** Shared by `npm start` and `npm test`; plain JavaScript for Node 20 and newer. */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
/** The Node for everything except these scripts; it is one of the installed packages. */
export const node = join(modules, '.bin', 'node');
const stamp = join(modules, '.installed');

/**
 * The environment with the installed Node and tools first in PATH.
 *
 * @param {NodeJS.ProcessEnv} extra
 */
export function environment(extra = {}) {
  return {
    ...process.env,
    PATH: [join(modules, '.bin'), process.env['PATH']].join(delimiter),
    // Hundreds of processes load the same files, so Node caches the compiled code.
    NODE_COMPILE_CACHE: join(modules, '.cache', 'compiled'),
    TURBO_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
    ...extra,
  };
}

/** Installs the packages of the lock file, unless already done. */
export function install() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) fail(`Curvewell needs Node 20 or newer; this is ${process.version}.`);

  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'pnpm-lock.yaml')))
    .update(readFileSync(join(root, 'pnpm-workspace.yaml')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(node)) return;

  const manifest = readFileSync(join(root, 'package.json'), 'utf8');
  const packageManager =
    /"packageManager": "([^"]+)"/.exec(manifest)?.[1] ?? fail('package.json names no pnpm.');
  print('Installing packages (the first time this takes a minute or two) …');
  const begun = Date.now();
  const { status, error } = spawnSync(
    'npx',
    ['--yes', packageManager, 'install', '--frozen-lockfile', '--reporter=append-only', '--loglevel=error'],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, CI: 'true' } },
  );
  if (status !== 0) {
    fail(
      `The packages could not be installed${error === undefined ? '' : ` (${error.message})`}. ` +
        'Is the npm registry reachable? The lines above say what was missing; then try again.',
    );
  }
  writeFileSync(stamp, wanted);
  print(`Installed in ${Math.round((Date.now() - begun) / 1000)} s.`);
}

/**
 * Runs cached tasks of the workspace; prints the output of failed ones. Returns whether they succeeded.
 *
 * @param {string[]} tasks
 */
export async function runTasks(...tasks) {
  const { status, stdout, stderr } = await turbo(tasks);
  if (status !== 0) print(`${stdout}${stderr}`);
  return status === 0;
}

/**
 * Runs cached tasks of the workspace. Returns the exit code, null after a signal, and the output.
 *
 * @param {readonly string[]} tasks
 * @param {number} priority a constant of `os.constants.priority`; the tasks inherit it
 */
export async function turbo(tasks, priority = constants.priority.PRIORITY_NORMAL) {
  const child = spawn(
    join(modules, '.bin', 'turbo'),
    ['run', ...tasks, '--output-logs=errors-only', '--continue', '--no-update-notifier'],
    { cwd: root, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] },
  );
  if (child.pid !== undefined && priority !== constants.priority.PRIORITY_NORMAL)
    setPriority(child.pid, priority);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return { status: child.exitCode, stdout, stderr };
}

/**
 * Runs a command with inherited output. Returns its exit code.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<number>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: environment(), ...options });
    child.once('error', (error) => {
      print(error.message);
      resolve(1);
    });
    child.once('exit', (code) => {
      resolve(code ?? 1);
    });
  });
}

/** @param {string} message */
export function print(message) {
  process.stdout.write(`${message}\n`);
}

/**
 * @param {string} message
 * @returns {never}
 */
export function fail(message) {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
}
