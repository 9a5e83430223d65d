import { describe, expect, it } from 'vitest';

import { canonicalJson } from './canonical-json.ts';

describe('canonical JSON', () => {
  it('TRUST-01 writes the example of RFC 8785 as the RFC does', () => {
    const example = {
      // oxlint-disable-next-line no-loss-of-precision -- the RFC's own example
      numbers: [333333333.33333329, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    };
    expect(canonicalJson(example)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('TRUST-01 orders members by code units', () => {
    // The names of the RFC's example of sorting, and two that engines may sort as numbers.
    const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6', '10', '9'];
    const written = canonicalJson(Object.fromEntries(names.map((name) => [name, 0])));
    expect(Object.keys(JSON.parse(written) as object)).toHaveLength(9);
    expect([...written.matchAll(/"((?:[^"\\]|\\.)+)":0/g)].map(([, name]) => name)).toEqual([
      '\\r',
      '1',
      '10',
      '9',
      '\u0080',
      '\u00f6',
      '\u20ac',
      '\ud83d\ude00',
      '\ufb33',
    ]);
  });

  it('TRUST-01 does not depend on the order of the members', () => {
    expect(canonicalJson({ b: [{ d: 1, c: undefined, a: -0 }], a: '' })).toBe('{"a":"","b":[{"a":0,"d":1}]}');
  });

  it('TRUST-01 orders members that engines store in another order, or not as own properties', () => {
    const odd = JSON.parse('{"b":[{"9":1,"10":2,"-":3,"x":{"__proto__":{"z":1,"a":2}}}],"a":0}') as unknown;
    expect(canonicalJson(odd)).toBe('{"a":0,"b":[{"-":3,"10":2,"9":1,"x":{"__proto__":{"a":2,"z":1}}}]}');
    expect(canonicalJson({ b: { '1a': 1, '1': 2 }, a: [] })).toBe('{"a":[],"b":{"1":2,"1a":1}}');
  });

  it.each([
    [NaN],
    [Infinity],
    ['\ud800'],
    [() => 0],
    [1n],
    [undefined],
    [{ a: ['\udc00x'] }],
    [{ '1': NaN }],
    [{ '\ud800': 0 }],
    [{ a: [undefined] }],
    [{ a: { b: () => 0 } }],
    [{ a: 1, b: () => 0 }],
    [Symbol('x')],
    [{ a: [Symbol('x')] }],
  ])('TRUST-01 refuses values that JSON cannot represent: %s', (value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
    expect(() => canonicalJson(value)).toThrow(/^JSON (cannot represent this value|has no functions, and)/);
  });

  it('TRUST-01 keeps the cause of a value that the library refuses', () => {
    try {
      canonicalJson(NaN);
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({
        message: 'JSON cannot represent this value',
        cause: expect.any(Error) as unknown,
      });
    }
  });
});
