import { expect, test } from 'vitest';

import { addressAfterSignIn } from './sign-in-address.ts';

test("SHELL-21 removes the provider's parameters from an address", () => {
  expect(addressAfterSignIn('/run/5/interpretation&state=abc&session_state=def&code=ghi')).toBe(
    '/run/5/interpretation',
  );
  expect(addressAfterSignIn('/archive?state=abc&session_state=def&code=ghi&iss=x')).toBe('/archive');
  expect(addressAfterSignIn('/#state=abc&code=ghi')).toBe('/');
});

test('SHELL-22 uses the fragment of the address if it names no page', () => {
  expect(addressAfterSignIn('/#/run/5/interpretation')).toBe('/run/5/interpretation');
  expect(addressAfterSignIn('/#/archive&state=abc&code=ghi')).toBe('/archive');
  expect(addressAfterSignIn('/archive#/run/5')).toBe('/archive#/run/5');
});

test("keeps a page's own parameters", () => {
  expect(addressAfterSignIn('/run/5/interpretation?wells=A1-A12&code=x&state=y')).toBe(
    '/run/5/interpretation?wells=A1-A12',
  );
});

test('never leaves this site', () => {
  expect(addressAfterSignIn('/#//elsewhere.example/x')).toBe('/elsewhere.example/x');
  expect(addressAfterSignIn('/#/\\elsewhere.example/x')).not.toMatch(/^\/[/\\]/);
});
