import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import type { MarkdownRenderer } from 'vitepress';

const ROOT = join(import.meta.dirname, '../../..');

/**
 * Pages link to files of the repository that are not on the site. Such a link leads to the repository; where its
 * address is not known, only the text remains. Links to the README of a folder lead to the page of the folder.
 *
 * @param repository - address of the files at the built commit, or undefined
 */
export function sourceLinks(repository: string | undefined) {
  return (markdown: MarkdownRenderer): void => {
    markdown.core.ruler.push('source-links', ({ tokens, env }) => {
      const page = (env as { relativePath?: string }).relativePath ?? '';
      let leavesSite = false;
      for (const token of tokens.flatMap(({ children }) => children ?? [])) {
        if (token.type === 'link_close' && leavesSite) {
          leavesSite = false;
          if (repository === undefined) Object.assign(token, NOTHING);
        }
        if (token.type !== 'link_open') continue;
        const href = token.attrGet('href') ?? '';
        const file = fileOf(href, page);
        if (file === undefined) continue;
        if (isPage(file)) {
          token.attrSet('href', href.replace(/README\.md(?=$|#)/, 'index.md'));
          continue;
        }
        leavesSite = true;
        if (repository === undefined) Object.assign(token, NOTHING);
        else token.attrSet('href', `${repository}/${file}`);
      }
    });
  };
}

const NOTHING = { type: 'html_inline', content: '', tag: '' };

/** The file that a relative link names, from the root of the repository. */
function fileOf(href: string, page: string): string | undefined {
  if (/^([a-z]+:|#|\/)/.test(href)) return undefined;
  const file = normalize(join(dirname(page), href.replace(/#.*$/, '')));
  if (!existsSync(join(ROOT, file))) throw new Error(`${page}: a link to ${href}, which does not exist`);
  return file;
}

function isPage(file: string): boolean {
  return file.endsWith('.md') && !file.startsWith('.github/') && !file.startsWith('apps/api/');
}
