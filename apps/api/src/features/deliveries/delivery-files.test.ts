import { expect, it } from 'vitest';

import { withOwnNames } from './delivery-files.ts';

const HOSTILE = [
  '..',
  '.',
  '../x.pdf',
  '..\\x.pdf',
  '/etc/passwd',
  'a\r\nDELE b.xlsx',
  'a\nb',
  'a\0.pdf',
  '.htaccess',
  'a/b.xlsx',
  'a;b.pdf',
  '$(reboot).pdf',
  '`a`.pdf',
  '-rf',
  'CON',
  ' ',
  '',
  '\u202Efdp.exe',
  'x'.repeat(400),
];

it('OPS-177 a file is sent under a name of our own making, whatever it is called', () => {
  const names = withOwnNames(HOSTILE.map((name) => ({ name }))).map(({ name }) => name);
  for (const name of names) {
    expect(name).toMatch(/^[^./\\\p{Cc}\p{Cf}][^/\\\p{Cc}\p{Cf}]*$/u);
    expect(name.length).toBeLessThan(200);
  }
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(HOSTILE.length);
});
