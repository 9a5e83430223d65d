import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { IconLabel } from './icon-label.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([true, false])(
  'the label of an icon is in the page, hidden only where the window matches: %s',
  (matches) => {
    const change = { addEventListener: () => undefined, removeEventListener: () => undefined };
    vi.stubGlobal('matchMedia', (media: string) => ({
      matches: media === '(width < 48em)' && matches,
      ...change,
    }));
    render(<IconLabel hiddenIn="(width < 48em)">Go to</IconLabel>);
    expect(screen.getByText('Go to').className === 'visually-hidden').toBe(matches);
  },
);
