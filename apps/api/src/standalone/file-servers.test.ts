import { expect, it } from 'vitest';

import { fileServersOf } from './file-servers.ts';

const URL = 'postgres://db.example/curvewell';

it.each([
  [null, true, true],
  [URL, true, false],
  [null, false, false],
  [URL, false, false],
])(
  'TRUST-578 file servers on this machine are allowed only if both embedded services run: %s, %s',
  (databaseUrl, isEmbedded, isAllowed) => {
    const allows = fileServersOf({
      databaseUrl,
      identity: { isEmbedded },
      allowsFileServer: (address) => address === '10.0.0.7',
    });
    for (const address of ['127.0.0.1', '127.8.8.8', '::1']) expect(allows(address, 0)).toBe(isAllowed);
    expect(allows('10.0.0.7', 0)).toBe(true);
    expect(allows('10.0.0.8', 0)).toBe(false);
  },
);
