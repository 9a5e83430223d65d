import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Plugin } from 'vite';

const { resolve } = createRequire(import.meta.url);

const stylesOf = (name: string) => `@mantine/core/styles/${name}.layer.css`;

/** What no component imports: resets, and the values of the theme. */
const COMMON = ['baseline', 'default-css-variables', 'global'];

/** The module that names the classes of a component; the file of its styles has the same name. */
const CLASSES = /\/@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/;

/**
 * Sends a page the styles of the Mantine components in its code, in place of those of all components. The order stays
 * right: a component comes after those of which it consists.
 */
export function mantineStyles(): Plugin {
  return {
    name: 'mantine-styles',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (id.endsWith('/@mantine/core/styles.layer.css')) {
        const styles = COMMON.map((name) => readFileSync(resolve(stylesOf(name)), 'utf8'));
        return { code: styles.join('\n'), map: null };
      }
      const component = CLASSES.exec(id)?.[1];
      if (component === undefined) return null;
      // At the end: the source map stays right, and imports run first anyway.
      return { code: `${code}\nimport '${stylesOf(component)}';\n`, map: null };
    },
  };
}
