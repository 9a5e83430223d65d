import { expect, test } from 'vitest';

import { formatCount } from '../shared/format/format.ts';
import { DEFAULTS } from './defaults.ts';
import * as catalogue from './en-GB/index.ts';
import { textIn } from './language.ts';
import { text } from './text.ts';

test('SHELL-47 SHELL-49 CONST-38 the language is en-GB, the currency USD', () => {
  expect(DEFAULTS).toEqual({ language: 'en-GB', currency: 'USD' });
  expect(text).toBe(textIn('en-GB'));
  expect(formatCount(2000)).toBe('2,000');
});

test('SHELL-48 a language without texts falls back to en-GB', () => {
  expect(textIn('sv-SE')).toBe(catalogue);
  expect(textIn('sv-SE').common.noDetail).toBe('No detail available.');
});
