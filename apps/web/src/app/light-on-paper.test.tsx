import { expect, test } from 'vitest';

import { lightOnPaper } from './light-on-paper.ts';

test('SHELL-281 printed pages are light in the dark theme, and the curves that were drawn for it are darkened', () => {
  const root = document.documentElement;
  const stop = lightOnPaper();
  const seen = (scheme: string) => {
    root.setAttribute('data-mantine-color-scheme', scheme);
    window.dispatchEvent(new Event('beforeprint'));
    const printed = [root.getAttribute('data-mantine-color-scheme'), root.hasAttribute('data-drawn-dark')];
    window.dispatchEvent(new Event('afterprint'));
    return {
      printed,
      after: [root.getAttribute('data-mantine-color-scheme'), root.hasAttribute('data-drawn-dark')],
    };
  };
  expect(seen('dark')).toEqual({ printed: ['light', true], after: ['dark', false] });
  expect(seen('light')).toEqual({ printed: ['light', false], after: ['light', false] });
  stop();
});
