import { describe, expect, it } from 'vitest';

import { resultLine } from './result-line.ts';

const color = (name: string, meaning: 'positive' | 'negative') => ({
  id: name,
  diagnostic: { name, label: name },
  diagnosticLabel: name,
  color: '#ffd60f',
  meaning,
});
const [NONE, SOME] = [color('None', 'negative'), color('Some', 'positive')];
type Found = typeof NONE | null;

const wellsOf = (found: readonly Found[]) =>
  found.map((one, index) => ({
    wellId: `w${index}`,
    position: `A${index + 1}`,
    found: one,
    part: null,
    isByHand: false,
  }));

type Combined = Parameters<typeof resultLine>[0]['combined'][number];
const combined = (found: readonly Found[], more: object = {}): Combined =>
  ({
    name: 'S-1',
    orderId: null,
    kitVersionId: 'v',
    fault: null,
    rule: null,
    sameOrder: [],
    result: { name: 'Not found', meaning: 'negative' },
    channels: [{ channel: 'FAM', wells: wellsOf(found), counted: [], found: NONE, fault: null }],
    ...more,
  }) as unknown as Combined; // only the fields that the line reads
type Sample = Parameters<typeof resultLine>[0]['samples'][number];
const sample = (found: readonly Found[], more: object = {}): Sample =>
  ({
    name: 'S-1',
    orderId: null,
    kitVersionId: 'v',
    channel: 'FAM',
    fault: null,
    faultOf: [],
    wells: wellsOf(found),
    result: NONE,
    ...more,
  }) as unknown as Sample; // as above

const lineOf = (of: { readonly combined?: readonly Combined[]; readonly samples?: readonly Sample[] }) =>
  resultLine({ combined: [], samples: [], kitOf: (id) => `Kit ${id}`, ...of });

describe('TRUST-643 the results of a sample in a search', () => {
  it('name their kit, since another kit may have another result', () => {
    expect(lineOf({ combined: [combined([NONE])] })).toBe('Kit v: Not found · 1 well');
    expect(lineOf({ samples: [sample([NONE, NONE])] })).toBe('Kit v, FAM: None · 2 wells');
    expect(
      lineOf({ combined: [combined([NONE])], samples: [sample([NONE, SOME], { kitVersionId: 'u' })] }),
    ).toMatch(/^Kit v: Not found · 1 well; Kit u, FAM: None, but So Some in 1 of 2 wells \(A2\)/);
    expect(lineOf({})).toBeNull();
  });

  it('name their order and the name where those differ: they may be of two patients', () => {
    const of = [combined([NONE], { orderId: '17' }), combined([NONE], { name: 's-1' })];
    expect(lineOf({ combined: of })).toBe(
      'S-1, order 17, Kit v: Not found · 1 well; s-1, no order, Kit v: Not found · 1 well',
    );
  });

  it('name a positive well that a result does not count, and why there is none', () => {
    expect(lineOf({ combined: [combined([NONE, NONE, SOME])] })).toMatch(
      /^Kit v: Not found, but FAM So Some in 1 of 3 wells \(A3\) · 3 wells$/,
    );
    const failed = { result: null, fault: 'failed-control' };
    expect(lineOf({ samples: [sample([SOME, NONE], failed)] })).toMatch(
      /^Kit v, FAM: No result, but So Some in 1 of 2 wells \(A1\) \(a control failed\) · 2 wells$/,
    );
    const channels = [
      { channel: 'FAM', wells: wellsOf([SOME]), counted: [], found: null, fault: 'failed-control' },
    ];
    const positives = [{ channel: 'FAM', position: 'A1', found: SOME }];
    expect(
      lineOf({ combined: [combined([SOME], { result: null, fault: 'incomplete', channels, positives })] }),
    ).toMatch(/^Kit v: Incomplete, but FAM So Some in A1 \(a control failed\) · 1 well$/);
  });
});
