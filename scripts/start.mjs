/** `npm start`: installs, builds and runs the product. Needs only Node 20 or newer, and npm. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { environment, install, node, root, runTasks } from './workspace.mjs';

install();
console.log('Building …');
runTasks('generate', 'build');

const server = spawn(node, [join(root, 'apps/api/src/server.ts')], {
  cwd: root,
  stdio: 'inherit',
  // Its own process group: Ctrl-C reaches it once, through this script.
  detached: true,
  env: environment({ STOP_WITH_PARENT: '1' }),
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => server.kill(signal));
}
server.once('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
server.once('exit', (code) => process.exit(code ?? 1));
