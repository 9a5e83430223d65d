import { NetworkError } from '@keycloak/keycloak-admin-client';
import { describe, expect, it } from 'vitest';

import { AppError } from '../errors.ts';
import { refusalOf } from './refusal.ts';

/** An answer of Keycloak 26. */
const answered = (status: number, responseData: unknown) =>
  refusalOf(new NetworkError('', { response: new Response(null, { status }), responseData }));

describe('refusals by Keycloak', () => {
  it.each([
    ['User exists with same username', 'login'],
    ['User exists with same email', 'email'],
  ])('OPS-140 409 %s names the field', (errorMessage, field) => {
    expect(answered(409, { errorMessage })).toMatchObject({
      code: 'name-taken',
      issues: [{ path: ['body', field] }],
    });
  });

  it('OPS-140 validation messages are assigned to their fields', () => {
    const length = { field: 'username', errorMessage: 'error-invalid-length', params: ['username', 3, 255] };
    const character = { field: 'lastName', errorMessage: 'error-person-name-invalid-character' };
    expect(answered(400, length)).toMatchObject({
      code: 'invalid-request',
      issues: [{ path: ['body', 'login'], message: 'Your identity provider requires 3 to 255 characters.' }],
    });
    expect(answered(400, { errors: [length, character] })).toMatchObject({
      issues: [{ path: ['body', 'login'] }, { path: ['body', 'lastname'] }],
    });
    const unknown = { field: 'email', errorMessage: 'error-of-a-later-version' };
    expect(answered(400, unknown)).toMatchObject({
      issues: [{ message: 'Your identity provider does not accept this value (error-of-a-later-version).' }],
    });
  });

  it.each([
    ['error-user-attribute-required', /requires “department”, which is not stored here/],
    ['error-invalid-value', /does not accept “department” of this account \(error-invalid-value\)/],
  ])(
    'OPS-241 an error in a custom field (%s) is reported, but for no field of the form',
    (errorMessage, message) => {
      expect(answered(400, { field: 'department', errorMessage, params: ['department'] })).toMatchObject({
        code: 'invalid-request',
        message: expect.stringMatching(message) as string,
        issues: [{ path: ['body'] }],
      });
    },
  );

  it('OPS-140 an error without field keeps its message', () => {
    expect(
      answered(400, { error: 'invalidPasswordMinLengthMessage', error_description: 'too short' }),
    ).toMatchObject({
      code: 'invalid-request',
      message: 'Your identity provider refused the change: too short.',
      issues: [],
    });
  });

  it.each([
    [401, /client of the product/],
    [403, /does not allow the product/],
    [500, /failed/],
    [503, /failed/],
  ])('OPS-140 %i means unavailable', (status, message) => {
    const refusal = answered(status, '');
    expect(refusal).toBeInstanceOf(AppError);
    expect(refusal).toMatchObject({
      code: 'identity-unavailable',
      message: expect.stringMatching(message) as string,
    });
  });

  it('OPS-140 no response means unavailable, too; a defect of the product is not mapped', () => {
    expect(refusalOf(new TypeError('fetch failed'))).toMatchObject({ code: 'identity-unavailable' });
    expect(refusalOf(new DOMException('', 'TimeoutError'))).toMatchObject({ code: 'identity-unavailable' });
    const fault = new RangeError('ours');
    expect(refusalOf(fault)).toBe(fault);
  });
});
