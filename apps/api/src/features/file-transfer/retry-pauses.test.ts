import { DELIVERY_FAULTS, deliveryFaultSchema } from '@curvewell/domain';
import { expect, it } from 'vitest';

import { BETWEEN_NOTICES_MS, FIRST_NOTICE_AFTER_MS, pauseAfter, TRY_LASTS_MS } from './retry-pauses.ts';

it('FTP-110 the backoff grows from a minute to two hours, with a tenth of jitter', () => {
  const pauses = Array.from({ length: 9 }, (_, index) => pauseAfter(index + 1, 0.5) / 60_000);
  expect(pauses).toEqual([1, 2, 5, 15, 30, 60, 120, 120, 120]);
  expect([pauseAfter(1, 0), pauseAfter(1, 1)]).toEqual([54_000, 66_000]);
});

it('FTP-111 a fault is either temporary or needs a person', () => {
  const needPerson = deliveryFaultSchema.options.filter((fault) => DELIVERY_FAULTS[fault].mends === 'person');
  expect(needPerson).toEqual([
    'inward',
    'key-changed',
    'certificate',
    'no-tls',
    'no-sftp',
    'private-key',
    'password-refused',
    'key-refused',
    'directory-missing',
    'directory-denied',
    'write-denied',
    'rename-denied',
    'no-connection',
    'no-secret',
    'record-changed',
  ]);
});

it('FTP-120 FTP-121 an attempt takes at most a quarter of an hour; the first mail is sent after an hour, further ones every four hours', () => {
  const hours = [TRY_LASTS_MS, FIRST_NOTICE_AFTER_MS, BETWEEN_NOTICES_MS].map((ms) => ms / 3_600_000);
  expect(hours).toEqual([0.25, 1, 4]);
});
