/**
 * The manifest that `npm pack` and `npm publish` read, because packages run from their sources in this
 * workspace. `publish` replaces the package's manifest by the published one and adds the licence; `restore`
 * undoes this. The packages call both before and after packing (`prepack`, `postpack`), in their own folders.
 */
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** @typedef {{ publishConfig: { access: string, main?: string, types?: string, exports: unknown } }} Manifest */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The package's own manifest while it is replaced. */
const OWN = '.package.json';

const [task] = process.argv.slice(2);
// Also after an interrupted packing.
if (existsSync(OWN)) renameSync(OWN, 'package.json');
rmSync('LICENSE', { force: true });
if (task === 'publish') publish();
else if (task !== 'restore') throw new Error(`publish or restore, not ${task}`);

function publish() {
  copyFileSync('package.json', OWN);
  copyFileSync(join(ROOT, 'LICENSE'), 'LICENSE');
  /** @type {unknown} */
  const own = JSON.parse(readFileSync('package.json', 'utf8'));
  const { publishConfig, ...manifest } = /** @type {Manifest} */ (own);
  const { access, ...entries } = publishConfig;
  const published = {
    ...manifest,
    ...entries,
    scripts: undefined,
    devDependencies: undefined,
    dependencies: imported(),
    publishConfig: { access },
  };
  writeFileSync('package.json', `${JSON.stringify(published, null, 2)}\n`);
}

/**
 * The packages that the built files import, as code or types; workspace packages are bundled.
 *
 * @returns {Record<string, string>}
 */
function imported() {
  const built = readdirSync('dist').filter((name) => /\.(js|d\.ts)$/.test(name));
  const text = built.map((name) => readFileSync(join('dist', name), 'utf8')).join('\n');
  const workspace = readFileSync(join(ROOT, 'pnpm-workspace.yaml'), 'utf8');
  /** @type {Record<string, string>} */
  const dependencies = {};
  for (const [, name = '', version] of workspace.matchAll(/^ {2}'?([@\w/.-]+?)'?: (\d\S*)$/gm))
    if (text.includes(` from "${name}"`) || text.includes(`import("${name}")`))
      dependencies[name] = `^${version}`;
  return dependencies;
}
