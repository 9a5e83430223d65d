/**
 * `pnpm fill:demo [--large] [address]`: fills a running demo installation (`npm start`) with runs, kits and users
 * that have long names. `--large`: 43 kits, 377 diagnostics, 68 users and plates of 384 wells. Setting:
 * E2E_PASSWORD, the password of the demo users. Prints the ids of the runs, which the visual suite takes as FILLED_RUNS.
 */
import process from 'node:process';

import { fillDemo } from './support/demo-fill.ts';

const [address = 'http://localhost:8080'] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isLarge = process.argv.includes('--large');
const runs = await fillDemo(address, { isLarge });
process.stdout.write(`${JSON.stringify(runs)}\n`);
