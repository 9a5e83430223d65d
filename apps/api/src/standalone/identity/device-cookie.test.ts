import type { IncomingMessage } from 'node:http';

import { expect, it } from 'vitest';

import { createDeviceCookies } from './device-cookie.ts';

const KEY = 'k'.repeat(43);
const REALM = new URL('https://lab.example/realms/curvewell');
const requestWith = (cookie: string) => ({ headers: { cookie } }) as IncomingMessage;

it('TRUST-495 a device is known by a cookie that was signed here, with this key or a former one', () => {
  const header = createDeviceCookies([KEY], REALM).headerFor('Tech ');
  expect(header).toMatch(/; Path=\/realms\/curvewell; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure$/);
  const [cookie = ''] = header.split(';');
  const device = createDeviceCookies(['n'.repeat(43), KEY], REALM).of(requestWith(`a=b; ${cookie}; c=d`));
  const [account, id] = (cookie.split('=')[1] ?? '').split('.');
  expect(device).toEqual({ account, id });
  expect(createDeviceCookies(['n'.repeat(43)], REALM).of(requestWith(cookie))).toBeNull();
});

it('TRUST-495 a cookie that was changed is no device', () => {
  const cookies = createDeviceCookies([KEY], REALM);
  const [mine = ''] = cookies.headerFor('tech').split(';');
  const [other = ''] = cookies.headerFor('manager').split(';');
  const [account = '', ...rest] = (other.split('=')[1] ?? '').split('.');
  const moved = [(mine.split('=')[1] ?? '').split('.')[0], ...rest].join('.');
  expect(account).not.toBe('');
  for (const value of ['', 'x', moved, `${mine.split('=')[1]}x`, 'a.b.c'])
    expect(cookies.of(requestWith(`curvewell-device=${value}`))).toBeNull();
  expect(cookies.of(requestWith(mine))).not.toBeNull();
});
