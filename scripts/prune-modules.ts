/**
 * Deletes files from the installed packages that the running product never reads: `node
 * scripts/prune-modules.ts <folder>`. Keeps licences.
 */
import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

const UNUSED = [
  // Node does not run TypeScript from packages.
  /\.[cm]?ts$/,
  /\.(map|tsbuildinfo)$/,
  // Prisma's query compilers, except the ES module for PostgreSQL, which is used.
  /\/@prisma\/client\/runtime\/query_compiler_(?!fast_bg\.postgresql\.).*$/,
  /\/@prisma\/client\/runtime\/query_compiler_fast_bg\.postgresql\..*\.js$/,
  /\/@prisma\/client\/runtime\/wasm-compiler-edge\.m?js$/,
  // For browsers.
  /\/exceljs\/dist\//,
  /\/luxon\/build\/(amd|cjs-browser|es6|global)\//,
  // Metadata of the package manager.
  /^node_modules\/\.(modules\.yaml|pnpm-workspace-state[^/]*|pnpm\/lock\.yaml)$/,
];
/** Tests and examples at the top level of packages. */
const TESTS = /\/node_modules\/(@[^/]+\/)?[^/@.][^/]*\/(tests?|__tests__|examples?|benchmarks?)\//;

const [folder = '.'] = process.argv.slice(2);
let pruned = 0;
prune('node_modules');
process.stdout.write(`${pruned} files pruned.\n`);

/** Does not follow links to packages. */
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
