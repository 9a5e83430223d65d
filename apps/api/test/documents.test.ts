import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, it } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../../scripts/documents.mjs', import.meta.url));

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'curvewell-documents-'));
  await mkdir(path.join(folder, 'adr'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');

/** The output of the check for a page, without its path, and the exit status. */
async function check(markdown: string, name = 'page.md') {
  const page = path.join(folder, name);
  await writeFile(page, markdown);
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, page], { encoding: 'utf8' });
  return { status, problems: stdout.replaceAll(`${page}:`, '').split('\n').filter(Boolean) };
}

it('OPS-402 a paragraph or list item over 80 words and a table cell over 25 fail, each with its line', async () => {
  const page = [
    '# Title',
    '',
    `${words(40)}\n${words(41)}`,
    '',
    `| short | ${words(26)} |`,
    '| - | - |',
    `- ${words(80)}`,
    `- ${words(70)}\n  ${words(11)}`,
  ].join('\n');
  expect(await check(page)).toEqual({
    status: 1,
    problems: [
      '3: a paragraph of 81 words; at most 80',
      '6: a cell of 26 words; at most 25',
      '9: a paragraph of 81 words; at most 80',
    ],
  });
});

it('OPS-402 80 words, cells of 25, headings, code and addresses of links pass', async () => {
  const page = [
    `# ${words(90)}`,
    `${words(79)} [link](https://example.org/a-b)`,
    `1. ${words(60)}\n2. ${words(60)}`,
    '',
    `\`\`\`sh\n${words(200)}\n\`\`\``,
    '',
    `| ${words(25)} – · | a \\| ${words(20)} |`,
  ].join('\n');
  expect(await check(page)).toEqual({ status: 0, problems: [] });
});

it('OPS-403 a link to a file that does not exist fails', async () => {
  const page = 'See [this](page.md#part), [that](https://example.org) and\n[nothing](no/such.md#part).';
  expect(await check(page)).toEqual({
    status: 1,
    problems: ['1: a link to no/such.md, which does not exist'],
  });
});

it('OPS-403 a decision without a part of its head, or missing in the index, fails', async () => {
  const decision = [
    '# 0001 Title',
    '2026-11-28 · accepted',
    '**Context.** a',
    '**Decision.** b',
    '**Consequences.** c',
  ];
  const wrongHead = '1: a decision has number and title, date · status, Context, Decision and Consequences';
  await writeFile(path.join(folder, 'adr/README.md'), '- [0001](0001-a.md) Title');
  expect(await check(decision.join('\n\n'), 'adr/0001-a.md')).toEqual({ status: 0, problems: [] });
  for (const part of decision)
    expect(await check(decision.filter((one) => one !== part).join('\n\n'), 'adr/0001-a.md'), part).toEqual({
      status: 1,
      problems: [wrongHead],
    });
  expect(await check(decision.join('\n\n'), 'adr/0002-a.md')).toEqual({
    status: 1,
    problems: [wrongHead, '1: the index README.md lacks this decision'],
  });
});
