import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

import { expect, test } from 'vitest';

import { TOKENS } from './theme-tokens.ts';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const page = read('../../index.html');

/** The values of the variables in the first block of a selector. */
function variablesOf(selector: string): Record<string, string> {
  const block = page.split(`${selector} {`)[1]?.split('}')[0] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/--(\w+): (#\w+);/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

test('OPS-492 the outline of the page has the colours of both themes and the sizes of the shell', () => {
  const pick = ({ page: ground, surface, line, sunken, ink }: (typeof TOKENS)['light' | 'dark']) => ({
    page: ground,
    surface,
    line,
    sunken,
    ink,
  });
  expect(variablesOf('#outline')).toEqual(pick(TOKENS.light));
  expect(variablesOf("[data-mantine-color-scheme='dark'] #outline")).toEqual(pick(TOKENS.dark));
  const shell = read('./shell.module.css');
  for (const size of [
    'grid-template: 48px minmax(0, 1fr) / 84px minmax(0, 1fr);',
    'grid-template-columns: 56px minmax(0, 1fr);',
    '@media (width < 80em)',
    '@media (width < 48em)',
  ])
    expect([page.includes(size), shell.includes(size)], size).toEqual([true, true]);
});

function schemeBeforePaint(cookie: string, prefersDark: boolean): unknown {
  const dataset: Record<string, unknown> = {};
  runInNewContext(read('../../public/before-paint.js'), {
    document: { cookie, documentElement: { dataset } },
    matchMedia: () => ({ matches: prefersDark }),
  });
  return dataset['mantineColorScheme'];
}

test.each([
  ['curvewell-theme=dark', false, 'dark'],
  ['other=1; curvewell-theme=light', true, 'light'],
  ['curvewell-theme=auto', true, 'dark'],
  ['', false, 'light'],
])('OPS-492 with the cookie “%s” and a dark system (%s) the outline is %s', (cookie, prefersDark, scheme) => {
  expect(schemeBeforePaint(cookie, prefersDark)).toBe(scheme);
});
