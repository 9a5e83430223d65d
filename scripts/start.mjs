/** `npm start`: installs, builds and runs the product. Needs only Node 20 or newer, and npm. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';

import { environment, fail, install, node, root, runTasks, say } from './workspace.mjs';

install();
say('Building …');
if (!runTasks('generate', 'build')) fail('Curvewell could not be built.');

const server = spawn(node, [join(root, 'apps/api/src/server.ts')], {
  cwd: root,
  stdio: 'inherit',
  // Its own process group: Ctrl-C reaches it once, through this script.
  detached: true,
  env: environment({ STOP_WITH_PARENT: '1' }),
});
/** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']).forEach((signal) => {
  process.on(signal, () => server.kill(signal));
});
server.once('error', ({ message }) => fail(message));
server.once('exit', (code) => process.exit(code ?? 1));
