import type { AuditRow } from '@curvewell/domain';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { showPage } from '../../../../test/a-page.tsx';
import { aColor, idOf } from '../../../../test/a-run.ts';
import { AuditTable } from './audit-table.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const rowOf = (number: number, action: string, differing: Partial<AuditRow['entry']> = {}): AuditRow => ({
  previousHash: '0'.repeat(64),
  hash: '1'.repeat(64),
  laboratory: 'Molecular North',
  about: '26B0431',
  attempt: null,
  run: null,
  entry: {
    ...(ENTRY as unknown as AuditRow['entry']),
    number,
    action,
    ...differing,
  },
});
const ENTRY = {
  chain: idOf('1'),
  at: '2026-11-20T10:44:07.000000Z',
  actor: { id: idOf('2'), name: 'Sunniva Aas', role: 'super administrator' },
  entity: 'lot',
  entityId: idOf('3'),
  details: {},
  requestId: 'r',
  address: '192.0.2.18',
  broughtIn: false,
};
const show = (rows: readonly AuditRow[], hasLaboratories = false) =>
  showPage(<AuditTable rows={rows} waitingRows={3} hasLaboratories={hasLaboratories} />);
const cells = (number: string) =>
  [...(screen.getByText(number).closest('tr')?.querySelectorAll('td') ?? [])].map(
    ({ textContent }) => textContent,
  );

it('AUDIT-40 a row is when, who, one sentence with the change and reason, and the number', () => {
  const details = {
    from: { expirationDate: '2099-12-31' },
    to: { expirationDate: '2026-12-12' },
    reason: 'label of the box',
  };
  show([rowOf(20412, 'lot.update', { details })]);
  expect(cells('20,412').slice(1)).toEqual([
    'Sunniva Aassuper administrator',
    'Changed lot 26B0431: expiry date from 31-12-2099 to 12-12-2026. Reason: label of the box',
    '20,412',
  ]);
  expect(cells('20,412')[0]).toMatch(/^\d\d:\d\d:\d\d\d\d-\d\d-\d{4}$/);
});

it('AUDIT-43 the laboratory is shown beside the person if there are several', () => {
  show([rowOf(1, 'lot.create')], true);
  expect(screen.getByRole('columnheader', { name: 'Who, laboratory' })).toBeTruthy();
  expect(cells('1')[1]).toBe('Sunniva Aassuper administrator, Molecular North');
});

it('AUDIT-41 a changed result is shown with its codes', () => {
  // A record without the parts that are not set, as the audit trail has it.
  const {
    letters: _,
    lisCode: __,
    snomedCt: ___,
    loinc: ____,
    meaning: _____,
    ...from
  } = aColor('NEGATIVE', 'd1');
  const to = { ...from, diagnostic: { name: 'HETEROZYGOUS', label: 'HETEROZYGOUS' } };
  show([{ ...rowOf(2, 'run.diagnostic', { details: { position: 'H14', from, to } }), about: 'Run 62' }]);
  expect(cells('2')[2]).toMatch(/^Changed the result of H14 in run 62 from .*N.* to .*X.*\.$/);
});

it('AUDIT-44 a row unfolds to old and new of every field', () => {
  const details = {
    from: { name: 1, size: 1, place: 1, note: 1 },
    to: { name: 2, size: 2, place: 2, note: 2 },
  };
  show([rowOf(3, 'lot.update', { details })]);
  expect(cells('3')[2]).toBe('Changed lot 26B0431: name, size, place and 1 more value.');
  fireEvent.click(screen.getByText('3'));
  expect(screen.getByRole('rowheader', { name: 'Note' })).toBeTruthy();
});
