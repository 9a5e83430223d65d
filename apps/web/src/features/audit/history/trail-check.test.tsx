import type { RunTrailState } from '@curvewell/contracts';
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { formatDateTime } from '../../../shared/format/format.ts';
import { isPartly, OwnCheck, WholeTrail } from './trail-check.tsx';

const NIGHT = '2026-11-27T01:30:00.000Z';
const NOW = '2026-11-28T09:00:00.000Z';
const STATE: RunTrailState = {
  fault: null,
  whole: { state: 'intact', at: NIGHT, number: 12_000 },
  since: { first: 12_001, last: 12_050 },
  unverified: null,
  checkedAt: NOW,
  entries: 6,
  first: 1,
  last: 9,
  lastHash: 'a'.repeat(64),
};

function shown(state: Partial<RunTrailState> = {}): string {
  const trail = { ...STATE, ...state };
  const { container } = render(
    <dl>
      <OwnCheck trail={trail} />
      <WholeTrail whole={trail.whole} />
    </dl>,
  );
  return container.textContent;
}

describe('AUDIT-30 the record card', () => {
  it('AUDIT-30 states what was checked just now, when everything was last checked, and what neither check covers', () => {
    const text = shown();
    expect(text).toContain(`${formatDateTime(NOW)}: the entries of this run match their seals.`);
    expect(text).toContain('Entries 12,001 to 12,050 of this laboratory also match their seals.');
    expect(text).toContain(`Checked ${formatDateTime(NIGHT)}, up to entry 12,000.`);
    expect(text).toContain('The next nightly check covers later changes to entries of other runs.');
    expect(isPartly(STATE)).toBe(false);
  });

  it('AUDIT-30 does not say that entries match when one does not', () => {
    const text = shown({ fault: { number: 4, kind: 'changed', text: 'Entry 4 was altered.' } });
    expect(text).toContain('the record was altered after it was written');
    expect(text).not.toContain('match');
  });

  it.each<[RunTrailState['whole'], string]>([
    [{ state: 'missing', at: null, number: null }, 'Not checked: the nightly check has not stored'],
    [{ state: 'not-trusted', at: null, number: null }, 'this installation did not sign the stored result'],
    [{ state: 'old', at: NIGHT, number: 12_000 }, 'The nightly check has not run since.'],
    [{ state: 'broken', at: NIGHT, number: 7 }, `Alteration found ${formatDateTime(NIGHT)}.`],
  ])('AUDIT-33 is only partly checked: %o', (whole, expected) => {
    expect(shown({ whole })).toContain(expected);
    expect(isPartly({ ...STATE, whole })).toBe(true);
  });

  it('AUDIT-33 names entries that no check covers', () => {
    const state = { ...STATE, unverified: { first: 1, last: 7_000 } };
    expect(shown(state)).toContain('Entries 1 to 7,000 were not checked');
    expect(isPartly(state)).toBe(true);
    expect(screen.getByText('Whole audit trail')).toBeTruthy();
  });
});
