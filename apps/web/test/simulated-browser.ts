import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(cleanup);
// Generous, as the time of a test is: a busy machine must not fail a page.
configure({ asyncUtilTimeout: 30_000 });

// jsdom measures nothing and matches no media query; Mantine asks for both. Its pages come from localhost, which
// browsers trust, but it does not say so.
Object.assign(window, {
  isSecureContext: true,
  matchMedia: (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }),
  ResizeObserver: class {
    observe() {
      // Nothing ever changes its size.
    }
    unobserve() {
      // See above.
    }
    disconnect() {
      // See above.
    }
  },
});
Object.assign(HTMLElement.prototype, {
  scrollIntoView: () => {
    // Nothing scrolls.
  },
  setPointerCapture: () => {
    // Events go where a test sends them.
  },
});
