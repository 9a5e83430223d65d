import { permissionsOf } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { CONFIGURATION_TABS } from './configuration-tabs.ts';

const tabsOf = (roles: Parameters<typeof permissionsOf>[0]) => {
  const held = permissionsOf(roles);
  return CONFIGURATION_TABS.filter(({ needs }) => needs.some((one) => held.has(one))).map(({ name }) => name);
};

test('LOT-01 DIAG-01 IMPEXP-01 AUTH-31 AUTH-36 lots, diagnostics and files show by any of their rights', () => {
  expect(tabsOf(['TECHNICIAN'])).toEqual([]);
  expect(tabsOf(['PHYSICIAN'])).toEqual(['diagnostics', 'fileTransfer']);
  expect(tabsOf(['SALES_ADMIN'])).toEqual(['lots', 'diagnostics', 'fileTransfer']);
  expect(tabsOf(['QA_ADMIN'])).toEqual([
    'lots',
    'kits',
    'diagnostics',
    'fileTransfer',
    'transfer',
    'analysers',
  ]);
});

test('SHELL-19 KIT-01 AUTH-33 a tab shows to those who may do something in it', () => {
  expect(tabsOf(['R&D_ADMIN'])).toEqual(expect.arrayContaining(['kits', 'analysers']));
  expect(tabsOf(['PHYSICIAN'])).not.toContain('kits');
});

test('FTP-01 AUTH-20 file transfer shows to physicians only', () => {
  expect(tabsOf(['PHYSICIAN'])).toContain('fileTransfer');
  expect(tabsOf(['LABORATORY_MANAGER'])).not.toContain('fileTransfer');
  expect(tabsOf([])).not.toContain('fileTransfer');
});
