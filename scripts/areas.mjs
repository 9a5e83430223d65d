/**
 * Checks that each area of the product has the same name in the contract, the API, the data layer of the
 * pages and the database. Prints differences and fails.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { print, root } from './workspace.mjs';

const CONTRACTS = 'packages/contracts/src';
const declared = filesOf(CONTRACTS, '.ts').flatMap((area) => {
  const calls = /export const (\w+)Calls = \{/.exec(read(`${CONTRACTS}/${area}.ts`))?.[1];
  return calls === undefined ? [] : [{ area, calls }];
});
const areas = declared.map(({ area }) => area);
const listed = [...read(`${CONTRACTS}/calls.ts`).matchAll(/^ {2}(\w+): \w+Calls,$/gm)].map(([, key]) => key);

const odd = [
  ...declared
    .filter(({ area, calls }) => calls !== camelCase(singular(area)))
    .map(({ area, calls }) => `${CONTRACTS}/${area}.ts declares ${calls}Calls`),
  ...different(`${CONTRACTS}/calls.ts`, listed, areas.map(camelCase)),
  ...different('apps/api/src/features', foldersOf('apps/api/src/features'), areas),
  ...unknown('apps/web/src/data', filesOf('apps/web/src/data', '.ts')),
  ...unknown('prisma/models', filesOf('prisma/models', '.prisma')),
];
for (const line of odd) print(line);
if (odd.length > 0) process.exit(1);

/**
 * @param {string} place
 * @param {readonly (string | undefined)[]} found
 * @param {readonly string[]} expected
 */
function different(place, found, expected) {
  return [
    ...found.filter((name) => !expected.includes(name ?? '')).map((name) => `${place}: ${name} is no area`),
    ...expected.filter((name) => !found.includes(name)).map((name) => `${place}: ${name} is missing`),
  ];
}

/**
 * @param {string} place
 * @param {readonly string[]} found
 */
function unknown(place, found) {
  return found.filter((name) => !areas.includes(name)).map((name) => `${place}: ${name} is no area`);
}

/** @param {string} path */
function read(path) {
  return readFileSync(join(root, path), 'utf8');
}

/**
 * @param {string} folder
 * @param {string} ending
 */
function filesOf(folder, ending) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(ending) && !name.includes('.test.'))
    .map((name) => name.slice(0, -ending.length));
}

/** @param {string} folder */
function foldersOf(folder) {
  return readdirSync(join(root, folder));
}

/** @param {string} area */
function singular(area) {
  return area.replace(/ies$/, 'y').replace(/s$/, '');
}

/** @param {string} area */
function camelCase(area) {
  return area.replaceAll(/-(\w)/g, (_, letter) => String(letter).toUpperCase());
}
