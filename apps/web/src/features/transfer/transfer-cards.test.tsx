import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';

import { choose, kit, lot, version } from '../../../test/a-creation.tsx';
import { type Answers, refusal, showPage } from '../../../test/a-page.tsx';
import { uploadOverFakeNetwork } from '../../../test/fake-uploads.ts';
import { ExportKitCard } from './export-kit-card.tsx';
import { ExportLotsCard } from './export-lots-card.tsx';
import { ImportKitCard } from './import-kit-card.tsx';
import { ImportLotsCard } from './import-lots-card.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

const KITS = [{ id: kit.id, name: kit.name, owner: null }];
const FAILED = 'Out of order.';

function show(card: ReactNode, answers: Answers = {}) {
  uploadOverFakeNetwork();
  // jsdom has no `crypto.subtle`.
  vi.stubGlobal('isSecureContext', false);
  return showPage(card, {
    laboratory: 'North',
    answers: {
      'GET /api/kit': [kit],
      'GET /api/kit/exportable': KITS,
      [`GET /api/kit/${kit.id}/versions`]: [version],
      [`GET /api/kit/${kit.id}/versions/exportable`]: [version],
      ...answers,
    },
  });
}
const act = (name: 'Export' | 'Import') => {
  fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${name} `) }));
};
const pick = async (field: string, option: string) => {
  await choose(await screen.findByRole('combobox', { name: field }), option);
};
/** The text of the error with this title. */
async function errorOf(title: string) {
  const alert = (await screen.findByText(title)).closest('[role=alert]');
  return alert?.textContent;
}

test('IMPEXP-04 an export without a kit or a version shows an error', async () => {
  const { requests } = show(<ExportKitCard />);
  act('Export');
  expect(await errorOf('Kit not exported')).toContain('Choose a kit.');
  await pick('Kit', kit.name);
  act('Export');
  await waitFor(async () => {
    expect(await errorOf('Kit not exported')).toContain('Choose a kit version.');
  });
  expect(requests.some(({ address }) => address.startsWith('/api/export/'))).toBe(false);
});

const LOTS = `/api/export/version/${version.id}/lot`;
test('IMPEXP-06 exporting lots requires kit, version and at least one lot, otherwise an error is shown', async () => {
  const { requests } = show(<ExportLotsCard />, { [`GET ${LOTS}`]: refusal(FAILED) });
  const asked = () => requests.filter(({ address }) => address.startsWith('/api/export/'));
  act('Export');
  expect(await errorOf('Lots not exported')).toContain('Choose a kit.');
  await pick('Kit', kit.name);
  await pick('Kit version', 'v2');
  act('Export');
  expect(await screen.findAllByText('Choose at least one lot.')).toHaveLength(2);
  expect(asked()).toEqual([]);
  await pick('Lots', lot.name);
  act('Export');
  await waitFor(() => {
    expect(asked().map(({ address }) => address)).toEqual([`${LOTS}?lotIds=${lot.id}`]);
  });
});

test('SHELL-282 before an export a kit version and lots show what their files will contain', async () => {
  const shown = show(
    <>
      <ExportKitCard />
      <ExportLotsCard />
    </>,
    {
      [`GET /api/kit/${kit.id}/version/${version.id}/document`]: {
        ...document_,
        configurations: [
          { ...CONFIGURATION, analyser: 'CFX96' },
          { ...CONFIGURATION, analyser: 'CFX384' },
        ],
      },
    },
  );
  const [kits, lotsCard] = screen.getAllByRole('region').map((card) => within(card));
  await choose(await kits!.findByRole('combobox', { name: 'Kit' }), kit.name);
  await choose(await kits!.findByRole('combobox', { name: 'Kit version' }), 'v2');
  const contents = await kits!.findByRole('region', { name: 'Contents of the file' });
  expect(contents.textContent).toContain('CFX96 Validated');
  // The same on both analysers, so that it is stated once.
  expect(contents.textContent).toContain('ChannelsFAM: 0 phases, 0 zones, 0 rulesDiagnostics');
  await choose(await lotsCard!.findByRole('combobox', { name: 'Kit' }), kit.name);
  await choose(await lotsCard!.findByRole('combobox', { name: 'Lots' }), lot.name);
  expect(lotsCard!.getByRole('region', { name: 'Contents of the file' }).textContent).toContain(lot.name);
  expect(shown.requests.some(({ address }) => address.startsWith('/api/export/'))).toBe(false);
});

const KIT = `GET /api/export/kit/${kit.id}/version/${version.id}`;
const exportKit = async (answer: Response) => {
  show(<ExportKitCard />, { [KIT]: answer });
  await pick('Kit', kit.name);
  await pick('Kit version', 'v2');
  act('Export');
};
test('IMPEXP-13 ERR-49 exporting a kit is confirmed', async () => {
  const saved: Blob[] = [];
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL(blob: Blob) {
        saved.push(blob);
        return 'blob:kit';
      }
    },
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await exportKit(Response.json({ format: 'curvewell-kit-version' }));
  expect(await screen.findByText('Kit exported.')).toBeTruthy();
  expect(saved).toHaveLength(1);
});

const lots = {
  format: 'curvewell-lots',
  formatVersion: 1,
  kit: kit.name,
  version: 'v2',
  lots: [{ name: 'NEW-1', expirationDate: '2099-12-31', active: true }],
};
const document_ = {
  format: 'curvewell-kit-version',
  formatVersion: 1,
  kit: { name: kit.name, channels: [], diagnostics: [] },
  version: { version: 'v7', validityStartDate: null, validityEndDate: null, isEditable: true },
  configurations: [],
};
const CONFIGURATION = {
  reactionBuffer: 'RB-1',
  status: 'VALIDATED',
  channels: [{ name: 'FAM', phases: [], rules: [] }],
};
async function importFile(content: object, type = 'application/json') {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('the card has a place for a file');
  const file = new File([JSON.stringify(content)], 'file.json', { type });
  fireEvent.change(input, { target: { files: [file] } });
  if (type === 'application/json') await screen.findByText('Contents of the file');
  act('Import');
}

test('IMPEXP-14 ERR-37 the error title says that a kit was not exported', async () => {
  await exportKit(refusal(FAILED));
  expect(await errorOf('Kit not exported')).toContain(FAILED);
});
test('IMPEXP-14 ERR-37 the error title says that lots were not exported', async () => {
  show(<ExportLotsCard />, { [`GET ${LOTS}`]: refusal(FAILED) });
  await pick('Kit', kit.name);
  await pick('Lots', lot.name);
  act('Export');
  expect(await errorOf('Lots not exported')).toContain(FAILED);
});
test('KIT-266 the file of a known kit names its owner; a new one is for the laboratory', async () => {
  show(<ImportKitCard />, { 'POST /api/import/kit/version': refusal(FAILED) });
  await importFile(document_);
  expect(screen.getByText('All laboratories')).toBeTruthy();
  await importFile({ ...document_, kit: { ...document_.kit, name: 'Unknown' } });
  expect(await screen.findByText('Only North sees the kit.')).toBeTruthy();
});
test('IMPEXP-14 ERR-37 the error title says that a kit was not imported', async () => {
  show(<ImportKitCard />, { 'POST /api/import/kit/version': refusal(FAILED) });
  await importFile(document_);
  expect(await errorOf('Kit not imported')).toContain(FAILED);
});
test('IMPEXP-14 ERR-37 the error title says that a lot was not imported', async () => {
  show(<ImportLotsCard />, { 'POST /api/import/lot': refusal(FAILED) });
  await importFile(lots);
  expect(await errorOf('Lot not imported')).toContain(FAILED);
});

test('ERR-40 an import without a file says “missing file”', async () => {
  const { changes } = show(<ImportLotsCard />);
  act('Import');
  expect(await errorOf('Lot not imported')).toContain('missing file');
  expect(changes()).toEqual([]);
});
test('ERR-40 an import of another type of file says “wrong extension”', async () => {
  const { changes } = show(<ImportLotsCard />);
  await importFile(lots, 'text/csv');
  expect((await screen.findAllByText('wrong extension'))[0]?.closest('[role=alert]')).toBeTruthy();
  expect(changes()).toEqual([]);
});
test('ERR-40 an import with an empty new name says “version name is null”', async () => {
  const taken = {
    code: 'name-taken',
    message: 'Taken.',
    issues: [],
    requestId: 'r',
    details: { name: 'NEW-1' },
  };
  show(<ImportLotsCard />, { 'POST /api/import/lot': Response.json(taken, { status: 409 }) });
  await importFile(lots);
  const name = await screen.findByRole('textbox', { name: /^New name/ });
  const form = name.closest('form');
  if (form) fireEvent.submit(form);
  expect(await screen.findByText('version name is null')).toBeTruthy();
});
