import type { Page } from 'playwright/test';

/** What the browser receives for a page, including headers. */
export interface Transferred {
  /** Bytes of pages, scripts, styles, pictures and fonts; not the data of the API. */
  readonly bytes: number;
  /** The longest first: bytes and address. */
  readonly files: readonly (readonly [number, string])[];
}

/** Counts what an action makes the browser fetch, with an empty cache, until the page is quiet. Chromium only. */
export async function transferredBy(page: Page, act: () => Promise<void>): Promise<Transferred> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const addresses = new Map<string, string>();
  const files: (readonly [number, string])[] = [];
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    addresses.set(requestId, new URL(request.url).pathname);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    // Requests sent before are not counted, and an icon that a browser requests again only once.
    const address = addresses.get(requestId);
    if (address === undefined || address.startsWith('/api/')) return;
    if (!files.some(([, known]) => known === address)) files.push([encodedDataLength, address]);
  });
  await act();
  // The connection for live events stays open, so that the network is never idle.
  let [before, count] = [-1, 0];
  while (before !== count) {
    before = count;
    await page.waitForTimeout(1_000);
    count = files.length;
  }
  await session.detach();
  return {
    bytes: files.reduce((sum, [bytes]) => sum + bytes, 0),
    files: files.toSorted(([a], [b]) => b - a),
  };
}
