import process from 'node:process';

import { defineConfig, type Plugin } from 'vitepress';

import { sidebar } from './sidebar.ts';
import { sourceLinks } from './source-links.ts';

const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_SHA } = process.env;
const repository =
  GITHUB_SHA === undefined ? undefined : `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/blob/${GITHUB_SHA}`;

/** The pages of the repository and those of `write-reference.ts`. No address outside is asked: search and fonts are in it. */
export default defineConfig({
  title: 'Curvewell',
  description: 'Melting-curve PCR runs: from the analyser’s file to an approved result.',
  lang: 'en-GB',
  srcDir: '../..',
  outDir: 'dist',
  srcExclude: [
    '.*/**',
    '{.data,e2e,prisma,scripts}/**',
    'apps/{api,web}/**',
    '**/{src,test}/**',
    'packages/contracts/**',
  ],
  rewrites: {
    'README.md': 'index.md',
    ':folder(.*)/README.md': ':folder/index.md',
    'docs/site/reference/:page(.*)': 'reference/:page',
  },
  vite: { plugins: [vueOfSite()], build: { chunkSizeWarningLimit: 2000 } },
  ignoreDeadLinks: 'localhostLinks',
  markdown: { config: sourceLinks(repository) },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar,
  },
});

/** A page becomes a component that imports Vue, and most pages lie outside the folder that Vue is installed in. */
function vueOfSite(): Plugin {
  return {
    name: 'vue-of-site',
    enforce: 'pre',
    resolveId(id) {
      return /^vue(\/|$)/.test(id) ? this.resolve(id, import.meta.filename, { skipSelf: true }) : undefined;
    },
  };
}
