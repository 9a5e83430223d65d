import { cleanNotifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterAll, afterEach, vi } from 'vitest';

afterEach(cleanup);
// The next file of the thread gets the same browser, but its own modules, because some keep the state of a page.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  document.body.replaceChildren();
  document.title = '';
  for (const name of document.documentElement.getAttributeNames())
    document.documentElement.removeAttribute(name);
  // The library keeps them, and shows no more than five.
  cleanNotifications();
  vi.resetModules();
});

const isPagePrinted = process.env['DEBUG_PRINT_LIMIT'] !== undefined;
configure({
  // Generous, so that a busy machine does not fail a test.
  asyncUtilTimeout: 30_000,
  // Testing Library prints the page into each error, also while it waits: a twentieth of the time. Set
  // DEBUG_PRINT_LIMIT to see the page.
  ...(!isPagePrinted && { getElementError: (message: string | null) => new Error(message ?? '') }),
});

// React's development build makes an error for each element, to name its owner in warnings. This took a tenth of the
// time. React makes none while its count is above a limit.
const internals = Object.entries(React).find(([name]) =>
  name.startsWith('__CLIENT_INTERNALS'),
)?.[1] as unknown;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Infinity,
  set: () => {
    // stays above the limit
  },
});

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
