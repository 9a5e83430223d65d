import { expect, test } from 'vitest';

import { deliveryWords } from './delivery-words.ts';

const now = new Date(2026, 10, 20, 9, 30);
const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 5).toISOString();

test.each([
  [{ state: 'SENDING', nextTryAt: null, fault: null }, 'Being sent'],
  [{ state: 'WAITING', nextTryAt: at(20, 9), fault: null }, 'Waiting to be sent'],
  [
    { state: 'WAITING', nextTryAt: at(20, 14), fault: 'unreachable' },
    'Waiting to be sent, next attempt at 14:05 (server not reachable)',
  ],
  [
    { state: 'WAITING', nextTryAt: at(21, 0), fault: 'full' },
    'Waiting to be sent, next attempt at 21-11-2026 00:05 (no space on the server)',
  ],
  [{ state: 'NOT_SENT', nextTryAt: null, fault: 'password-refused' }, 'Stopped: password refused'],
  [{ state: 'NOT_SENT', nextTryAt: null, fault: 'busy' }, 'Stopped: server busy for too long'],
  [{ state: 'NOT_SENT', nextTryAt: null, fault: null }, 'Not sent to the file server'],
] as const)('FTP-119 %j reads “%s”', (delivery, words) => {
  expect(deliveryWords(delivery, now)).toBe(words);
});
