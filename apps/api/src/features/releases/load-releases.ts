import { readdirSync, readFileSync } from 'node:fs';

import { releaseSchema, type Release } from '@curvewell/domain';
import { Marked } from 'marked';
import { z } from 'zod';

const FOLDER = new URL('../../../../../docs/releases/', import.meta.url);

const FRONT_MATTER = /^---\n(?<head>[\s\S]*?)\n---\n(?<body>[\s\S]*)$/;

const headSchema = releaseSchema.omit({ note: true }).strict();

/** Escapes characters that would end an HTML text or attribute. */
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Renders Markdown without its HTML and images. Pages sanitise the result as well. */
const notes = new Marked({
  gfm: true,
  renderer: {
    html: () => '',
    image: () => '',
    // Marked does not escape text between HTML tags.
    text: (token) => ('escaped' in token && token.escaped ? escaped(token.text) : false),
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      if (!/^(https|mailto):/i.test(href)) return text;
      return `<a href="${escaped(href)}" rel="noopener noreferrer">${text}</a>`;
    },
  },
});

/** The release notes of the repository, newest first. @throws Error that names the file that cannot be read */
export function loadReleases(folder: URL = FOLDER): Release[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readRelease(name, readFileSync(new URL(name, folder), 'utf8')))
    .sort((a, b) => b.date.localeCompare(a.date) || compareVersions(b.version, a.version));
}

/** One release from its Markdown file. @throws Error that names the file */
export function readRelease(name: string, text: string): Release {
  const { head, body } = FRONT_MATTER.exec(text.replaceAll('\r\n', '\n'))?.groups ?? {};
  if (head === undefined || body === undefined) throw new Error(`${name} begins with no front matter`);
  const fields = head.split('\n').map((line): [string, string] => {
    const [key = '', ...value] = line.split(':');
    return [key.trim(), value.join(':').trim()];
  });
  const parsed = headSchema.safeParse(Object.fromEntries(fields));
  if (!parsed.success) throw new Error(`${name}: ${z.prettifyError(parsed.error)}`);
  if (name !== `${parsed.data.version}.md`) throw new Error(`${name} describes ${parsed.data.version}`);
  return { ...parsed.data, note: notes.parse(body, { async: false }) };
}

/** 0.10.0 comes after 0.9.1. */
function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
