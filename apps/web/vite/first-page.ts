import { build, type Plugin, type PluginOption } from 'vite';

/**
 * The modules of which the list of runs consists, found by a build that puts nothing together. Barrels name more
 * than a page uses, so that what a module imports says too little.
 *
 * @returns ids of modules, as the bundler has them
 */
async function modulesOfFirstPage(plugins: readonly PluginOption[]): Promise<ReadonlySet<string>> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [...plugins],
    build: { write: false, minify: false, target: 'es2022', assetsInlineLimit: 0 },
  });
  if (!('output' in result)) throw new Error('The pages have more than one kind of output.');
  const chunks = new Map(
    result.output.flatMap((output) => (output.type === 'chunk' ? [[output.fileName, output]] : [])),
  );
  const reached = new Set<string>();
  const waiting = [...chunks.values()].filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    waiting.push(...(chunks.get(file)?.imports ?? []));
  }
  return new Set([...reached].flatMap((file) => Object.keys(chunks.get(file)?.modules ?? {})));
}

/**
 * Makes one file of the first page, beside React. One long file is shorter than many, and each file costs headers.
 *
 * @param makeOfPages what the pages are built with, made again for the build that only looks
 */
export function firstPage(makeOfPages: () => readonly PluginOption[]): Plugin {
  return {
    name: 'first-page',
    apply: 'build',
    async config() {
      const first = await modulesOfFirstPage(makeOfPages());
      const groups = [
        { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 2 },
        { name: 'first', test: (id: string) => first.has(id), priority: 1 },
      ];
      return { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } };
    },
  };
}
