import { expect, test } from 'vitest';

import { addressOf, filterOf, savedAddressOf, viewOf } from './audit-address.ts';

const NOW = new Date(2026, 10, 23, 12);
const of = (address: string) => viewOf(new URLSearchParams(address), NOW);

test('AUDIT-05 the filters are in the address, so that a view can be shared', () => {
  expect(of('')).toMatchObject({ from: '2026-11-17', to: '2026-11-23', what: null, page: 1 });
  const view = of('from=2026-11-01&to=&what=denied&text=26B0431&page=3');
  expect(view).toMatchObject({ from: '2026-11-01', to: '', what: 'denied', text: '26B0431', page: 3 });
  expect(of(new URLSearchParams(addressOf(view)).toString())).toEqual(view);
  expect(of('from=yesterday&what=nothing&who=me&page=0')).toEqual(of(''));
});

test('AUDIT-05 a day is requested from its first to its last local moment', () => {
  const { from = '', to = '' } = filterOf(of('from=2026-11-19&to=2026-11-19'));
  expect(new Date(to).getTime() - new Date(from).getTime()).toBe(24 * 3_600_000 - 1);
  expect(new Date(from).getHours()).toBe(0);
  expect(filterOf(of('from=&to='))).toEqual({});
});

test('LIST-124 a saved view of the last seven days still shows the last seven days tomorrow', () => {
  expect(savedAddressOf(of('what=denied&page=3'), NOW)).toBe('what=denied');
  expect(savedAddressOf(of(''), NOW)).toBe('');
  expect(savedAddressOf(of('from=2026-11-01&to=2026-11-23'), NOW)).toBe('from=2026-11-01&to=2026-11-23');
  expect(savedAddressOf(of('from=&to='), NOW)).toBe('from=&to=');
});
