import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(cleanup);
// Generous, so that a busy machine does not fail a test.
configure({ asyncUtilTimeout: 30_000 });

// Mantine needs sizes and media queries, which jsdom lacks. Also marks the context as secure, as browsers do
// for localhost.
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
      // sizes never change
    }
    unobserve() {
      // sizes never change
    }
    disconnect() {
      // sizes never change
    }
  },
});
Object.assign(HTMLElement.prototype, {
  scrollIntoView: () => {
    // no scrolling
  },
  setPointerCapture: () => {
    // tests dispatch events themselves
  },
});
