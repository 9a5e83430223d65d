/**
 * Generates docs/settings.md: every setting, and how it reaches each service. With `--table` it only prints
 * which service gets which settings.
 */
import { writeFileSync } from 'node:fs';
import process from 'node:process';

import { format } from 'oxfmt';

import { settingsMatrix, settingsPage } from '../apps/api/test/deployed-settings.ts';

const page = new URL('../docs/settings.md', import.meta.url).pathname;
const formatted = async (text: string) => (await format(page, text)).code;

if (process.argv.includes('--table')) process.stdout.write(await formatted(settingsMatrix()));
else writeFileSync(page, await formatted(settingsPage()));
