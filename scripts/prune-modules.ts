/**
 * Deletes from the installed packages what a running product never reads: `node scripts/prune-modules.ts <folder>`.
 * Licences stay.
 */
import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

const UNUSED = [
  // Node runs no TypeScript from packages.
  /\.[cm]?ts$/,
  /\.(map|tsbuildinfo)$/,
  // Prisma's compilers: the one for PostgreSQL is used, as an ES module.
  /\/@prisma\/client\/runtime\/query_compiler_(?!fast_bg\.postgresql\.).*$/,
  /\/@prisma\/client\/runtime\/query_compiler_fast_bg\.postgresql\..*\.js$/,
  /\/@prisma\/client\/runtime\/wasm-compiler-edge\.m?js$/,
  // For browsers.
  /\/exceljs\/dist\//,
  /\/luxon\/build\/(amd|cjs-browser|es6|global)\//,
  // What the package manager notes for itself.
  /^node_modules\/\.(modules\.yaml|pnpm-workspace-state[^/]*|pnpm\/lock\.yaml)$/,
];
/** Tests and examples that packages bring with them, at their top. */
const TESTS = /\/node_modules\/(@[^/]+\/)?[^/@.][^/]*\/(tests?|__tests__|examples?|benchmarks?)\//;

const [folder = '.'] = process.argv.slice(2);
let pruned = 0;
prune('node_modules');
process.stdout.write(`${pruned} files pruned.\n`);

/** Links to packages are not followed. */
function prune(parent: string): void {
  for (const entry of readdirSync(path.join(folder, parent), { withFileTypes: true })) {
    const name = `${parent}/${entry.name}`;
    if (entry.isDirectory()) prune(name);
    else if ([...UNUSED, TESTS].some((rule) => rule.test(name))) {
      rmSync(path.join(folder, name));
      pruned += 1;
    }
  }
  if (readdirSync(path.join(folder, parent)).length === 0) rmdirSync(path.join(folder, parent));
}
