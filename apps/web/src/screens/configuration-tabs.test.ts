import { type Permission, permissionsOf } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { addressOfTab, CONFIGURATION_TABS } from './configuration-tabs.ts';

const tabsOf = (roles: Parameters<typeof permissionsOf>[0]) => {
  const held = permissionsOf(roles);
  return CONFIGURATION_TABS.filter(({ needs }) => needs.some((one) => held.has(one))).map(({ name }) => name);
};

/** The tabs that each permission opens on its own. */
const tabsBy = (...rights: readonly Permission[]) => rights.map((right) => tabsOf([right]));

test('LOT-01 AUTH-31 the lots tab requires permission to read lots', () => {
  expect(tabsBy('READ_LOT_CONFIG_ADMIN')).toEqual([['lots']]);
  expect(tabsOf(['PHYSICIAN'])).not.toContain('lots');
  expect(tabsOf(['SALES_ADMIN'])).toContain('lots');
});

test('DIAG-01 the diagnostics tab requires permission to write diagnostics', () => {
  expect(tabsOf(['TECHNICIAN'])).toEqual([]);
  expect(tabsOf(['PHYSICIAN'])).toEqual(['diagnostics', 'fileTransfer']);
});

test('IMPEXP-01 AUTH-36 the import and export tab requires any of its permissions', () => {
  const rights = ['EXPORT_KIT', 'EXPORT_LOTS', 'IMPORT_KIT', 'IMPORT_LOTS'] as const;
  expect(tabsBy(...rights)).toEqual(rights.map(() => ['transfer']));
  expect(tabsOf(['SALES_ADMIN'])).not.toContain('transfer');
});

test('SHELL-19 KIT-01 AUTH-33 each tab requires a permission for something in it', () => {
  expect(tabsBy('READ_KIT_CONFIG_ADMIN')).toEqual([['kits', 'analysers']]);
  expect(tabsOf(['R&D_ADMIN'])).toEqual(expect.arrayContaining(['kits', 'analysers']));
  expect(tabsOf(['PHYSICIAN'])).not.toContain('kits');
});

test('FTP-01 AUTH-20 only physicians see the file transfer tab', () => {
  expect(tabsOf(['PHYSICIAN'])).toContain('fileTransfer');
  expect(tabsOf(['LABORATORY_MANAGER'])).not.toContain('fileTransfer');
  expect(tabsOf([])).not.toContain('fileTransfer');
});

test('LOT-128 DIAG-88 lots and diagnostics open with the kit version that was open; other tabs open without a kit', () => {
  const now = new URLSearchParams('tab=kits&kit=k1&version=v1&buffer=b1&channel=FAM&page=2');
  expect(addressOfTab('lots', now).toString()).toBe('tab=lots&kit=k1&version=v1');
  const diagnostics = addressOfTab('diagnostics', now);
  expect(diagnostics.toString()).toBe('tab=diagnostics&kit=k1&version=v1');
  expect(addressOfTab('lots', diagnostics).toString()).toBe('tab=lots&kit=k1&version=v1');
  expect(addressOfTab('lots', new URLSearchParams('tab=diagnostics&kit=all')).toString()).toBe('tab=lots');
  expect(addressOfTab('kits', now).toString()).toBe('tab=kits');
  expect(addressOfTab('lots', new URLSearchParams('tab=analysers')).toString()).toBe('tab=lots');
});
