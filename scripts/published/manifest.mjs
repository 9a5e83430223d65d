/**
 * What `npm pack` and `npm publish` read of a package of the workspace, which runs from its sources here.
 * `publish` puts the published manifest and the licence in the place of the package's own manifest, `restore` takes
 * them away again. The packages call both before and after packing (`prepack`, `postpack`), in their own folders.
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
/** The package's own manifest, while another is in its place. */
const OWN = '.package.json';

const [task] = process.argv.slice(2);
// Also where packing was interrupted the last time.
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
 * The packages that the built files import, code or types: packages of the workspace are in those files.
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
