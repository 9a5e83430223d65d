import { NetworkError } from '@keycloak/keycloak-admin-client';
import { describe, expect, it } from 'vitest';

import { AppError } from '../errors.ts';
import { refusalOf } from './refusal.ts';

/** An answer of Keycloak 26. */
const answered = (status: number, responseData: unknown) =>
  refusalOf(new NetworkError('', { response: new Response(null, { status }), responseData }));

describe('what Keycloak refuses', () => {
  it.each([
    ['User exists with same username', 'login'],
    ['User exists with same email', 'email'],
  ])('OPS-140 409 %s names the field', (errorMessage, field) => {
    expect(answered(409, { errorMessage })).toMatchObject({
      code: 'name-taken',
      issues: [{ path: ['body', field] }],
    });
  });

  it('OPS-140 the messages of its validator appear at each field', () => {
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
  ])('OPS-241 a field of the house’s own (%s) is named, and is none of the form', (errorMessage, message) => {
    expect(answered(400, { field: 'department', errorMessage, params: ['department'] })).toMatchObject({
      code: 'invalid-request',
      message: expect.stringMatching(message) as string,
      issues: [{ path: ['body'] }],
    });
  });

  it('OPS-140 what belongs to no field is passed on in its own words', () => {
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
  ])('OPS-140 %i means that it cannot be asked', (status, message) => {
    const refusal = answered(status, '');
    expect(refusal).toBeInstanceOf(AppError);
    expect(refusal).toMatchObject({
      code: 'identity-unavailable',
      message: expect.stringMatching(message) as string,
    });
  });

  it('OPS-140 so does no answer at all, and a fault of ours stays one', () => {
    expect(refusalOf(new TypeError('fetch failed'))).toMatchObject({ code: 'identity-unavailable' });
    expect(refusalOf(new DOMException('', 'TimeoutError'))).toMatchObject({ code: 'identity-unavailable' });
    const fault = new RangeError('ours');
    expect(refusalOf(fault)).toBe(fault);
  });
});
