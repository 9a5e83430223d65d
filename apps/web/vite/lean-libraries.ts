import type { Plugin } from 'vite';

/** The router's build with warnings for developers, which its package offers to every bundler. */
const ROUTER = /(\/react-router\/dist\/)development\//;
/**
 * Code that no page calls. A schema can describe itself as JSON Schema, which only the server's OpenAPI document needs.
 * Recharts selects scales by name; those of dates and colours are the longest.
 */
const UNUSED =
  /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$|\/d3-scale\/src\/(?:time|utcTime|sequential|sequentialQuantile|diverging)\.js$/;
const EXPORTS = /^export (?:const|function|class) (\w+)/gmu;
const DEFAULT = /^export default /mu;

/** Leaves out parts of libraries that no page uses, and that their packages do not let a build leave out. */
export function leanLibraries(): Plugin {
  return {
    name: 'lean-libraries',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found !== null && ROUTER.test(found.id) ? found.id.replace(ROUTER, '$1production/') : found;
    },
    transform(code, id) {
      if (!UNUSED.test(id)) return null;
      const names = [...code.matchAll(EXPORTS)].map(([, name]) => name ?? '');
      const refused = `const refused = () => () => { throw new Error('The build omits this code: see lean-libraries.ts.'); };`;
      const exported = names.map((name) => `export const ${name} = refused;`);
      if (DEFAULT.test(code)) exported.push('export default refused;');
      return { code: [refused, ...exported].join('\n'), map: null };
    },
  };
}
