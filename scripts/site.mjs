/**
 * `npm run site`: builds the documents as a site in `docs/site/dist`. Fails on a dead link. Needs
 * only Node 20 and npm.
 */
import process from 'node:process';

import { install, run } from './workspace.mjs';

install();
process.exit(await run('pnpm', ['--filter', '@curvewell/site', 'build:site']));
