import { build, type Plugin, type PluginOption, type Rolldown } from 'vite';

/** Beside the list, the page that is opened most. */
const REVIEW = /\/screens\/interpretation-screen\.tsx$/;
const SCREEN = /\/screens\/[\w-]+\.tsx$/;

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;
type Modules = ReadonlySet<string>;

/**
 * Finds of which modules the pages consist, by a build that puts nothing together. Barrels name more than a page
 * uses, so that what a module imports says too little.
 */
async function chunksOf(plugins: readonly PluginOption[]): Promise<Chunks> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [...plugins],
    build: { write: false, minify: false, target: 'es2022', assetsInlineLimit: 0 },
  });
  if (!('output' in result)) throw new Error('The pages have more than one kind of output.');
  return new Map(
    result.output.flatMap((output) => (output.type === 'chunk' ? [[output.fileName, output]] : [])),
  );
}

const isPage =
  (name: RegExp) =>
  ({ facadeModuleId }: Rolldown.OutputChunk): boolean =>
    name.test(facadeModuleId ?? '');

/** Ids of the modules, as the bundler has them, that a chunk brings with it. */
function modulesFrom(chunks: Chunks, start: (chunk: Rolldown.OutputChunk) => boolean): Modules {
  const reached = new Set<string>();
  const waiting = [...chunks.values()].filter(start).map(({ fileName }) => fileName);
  if (waiting.length === 0) throw new Error('A page was not found. Has its name changed?');
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    waiting.push(...(chunks.get(file)?.imports ?? []));
  }
  return new Set([...reached].flatMap((file) => Object.keys(chunks.get(file)?.modules ?? {})));
}

/**
 * Makes one file of the first page, beside React, and one of what the review shares with other pages. One long file
 * is shorter than many, and each file costs headers.
 *
 * @param makeOfPages what the pages are built with, made again for the build that only looks
 */
export function firstPage(makeOfPages: () => readonly PluginOption[]): Plugin {
  return {
    name: 'first-page',
    apply: 'build',
    async config() {
      const chunks = await chunksOf(makeOfPages());
      const first = modulesFrom(chunks, ({ isEntry }) => isEntry);
      const review = modulesFrom(chunks, isPage(REVIEW));
      const others = modulesFrom(chunks, (chunk) => isPage(SCREEN)(chunk) && !isPage(REVIEW)(chunk));
      const isShared = (id: string) => review.has(id) && others.has(id);
      const groups = [
        { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 3 },
        { name: 'first', test: (id: string) => first.has(id), priority: 2 },
        { name: 'shared', test: isShared, priority: 1 },
      ];
      return { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } };
    },
  };
}
