/** `npm start`: installs, builds and runs the product. Needs only Node 20 or newer, and npm. */
import process from 'node:process';

import { keepRunning } from './keep-running.mjs';
import { fail, install, print, runTasks } from './workspace.mjs';

install();
print('Building …');
if (!(await runTasks('generate', 'build'))) fail('Curvewell could not be built.');

process.exit(await keepRunning());
