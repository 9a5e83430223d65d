import type { Template } from '@curvewell/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { choose, configured, kit, press, showCreation, version, withKit } from '../../test/a-creation.tsx';
import { refusal } from '../../test/a-page.tsx';
import { aRun, idOf } from '../../test/a-run.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

const template: Template = {
  id: idOf('f1'),
  name: 'Monday',
  laboratoryId: idOf('1'),
  plateType: 'RECTANGULAR_96',
  wells: [
    {
      position: 'A1',
      channel: 'FAM',
      kitVersion: { id: version.id, version: 'v2', kit: { id: kit.id, name: kit.name } },
      sampleType: 'DNA',
      reactionBuffer: { id: idOf('b3'), name: 'RB-2' },
      expectedDiagnostic: null,
    },
  ],
  revision: 2,
};
const PATH = '/api/template-well';
const LISTED = { [`GET ${PATH}`]: [template] };

const step2 = (answers: Parameters<typeof showCreation>[1] = {}, run = configured) =>
  showCreation(run, { step: 2, ...answers });
const openMenu = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Template' }));
  return screen.findAllByRole<HTMLButtonElement>('menuitem');
};
async function open(entry: 'Load template' | 'Save template') {
  await openMenu();
  fireEvent.click(screen.getByRole('menuitem', { name: entry }));
  return within(await screen.findByRole('dialog', { name: entry }));
}
async function saveAs(name: string) {
  const dialog = await open('Save template');
  fireEvent.change(dialog.getByLabelText(/^Template name/), { target: { value: name } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
}
async function chosen() {
  const dialog = await open('Load template');
  await choose(dialog.getByRole('combobox', { name: 'Template' }), 'Monday');
  return dialog;
}
const answerYes = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Yes' }));
};

test('STEP2-04 the template menu loads and saves templates', async () => {
  const { changes } = await step2({
    answers: { ...LISTED, [`POST ${PATH}`]: { ...template, name: 'Friday' } },
  });
  const load = await chosen();
  fireEvent.click(load.getByRole('button', { name: 'Load' }));
  expect(await screen.findByRole('gridcell', { name: /^A1, S-A1, dna/ })).toBeTruthy();
  await saveAs('Friday');
  await waitFor(() => {
    expect(changes()).toMatchObject([[`POST ${PATH}`, { name: 'Friday', plateType: 'RECTANGULAR_96' }]]);
  });
});

test('TEMPLATE-01 a run during creation has the template menu', async () => {
  await step2();
  expect((await openMenu()).map(({ textContent }) => textContent)).toEqual([
    'Load template',
    'Save template',
    'Reset template',
  ]);
});
test('TEMPLATE-01 a run after creation redirects to its interpretation, without templates', async () => {
  const permissions = { ...configured.permissions, canConfigure: false };
  const { router, requests } = await step2({}, { ...configured, permissions });
  expect(router.state.location.pathname).toBe(`/run/${aRun.id}/interpretation`);
  expect(screen.queryByRole('button', { name: 'Template' })).toBeNull();
  expect(requests.some(({ address }) => address.startsWith(PATH))).toBe(false);
});

test('TEMPLATE-02 saving a template asks for its name', async () => {
  const { changes } = await step2();
  const dialog = await open('Save template');
  expect(dialog.getByRole('textbox', { name: 'Template name' })).toBeTruthy();
  expect(changes()).toEqual([]);
});

test('TEMPLATE-03 a template is not saved without a name', async () => {
  const { changes } = await step2();
  await saveAs(' ');
  expect(await screen.findByText('Enter a name.')).toBeTruthy();
  expect(changes()).toEqual([]);
});

test('TEMPLATE-05 a template can be saved once a well is configured', async () => {
  await step2({}, withKit);
  fireEvent.click(await screen.findByRole('button', { name: 'Clear filled-in values' }));
  const isOff = async () => {
    await openMenu();
    return screen.getByRole<HTMLButtonElement>('menuitem', { name: 'Save template' }).disabled;
  };
  expect(await isOff()).toBe(true);
  press('Template');
  fireEvent.pointerDown(screen.getByRole('gridcell', { name: /^A1,/ }), { button: 0 });
  await choose(await screen.findByRole('combobox', { name: 'Kit (version)' }), 'LCT-13910 (v2)');
  expect(await isOff()).toBe(false);
});

test('TEMPLATE-06 the dialog for loading has the templates, Close and Delete template', async () => {
  await step2({ answers: LISTED });
  const load = await open('Load template');
  expect(load.getByRole('button', { name: 'Delete template' })).toBeTruthy();
  fireEvent.click(load.getByRole('combobox', { name: 'Template' }));
  expect(await screen.findByRole('option', { name: 'Monday' })).toBeTruthy();
  fireEvent.click(load.getByText('Close', { selector: 'button *' }));
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

test('TEMPLATE-10 a reset clears kit version, lot, sample type and reaction buffer', async () => {
  await step2();
  await openMenu();
  fireEvent.click(screen.getByRole('menuitem', { name: 'Reset template' }));
  await answerYes();
  expect(await screen.findByRole('gridcell', { name: 'A1, S-A1, not set' })).toBeTruthy();
  fireEvent.pointerDown(screen.getByRole('gridcell', { name: /^A1,/ }), { button: 0 });
  const panel = within(screen.getByRole('complementary', { name: 'Well configuration' }));
  // Lot and buffer depend on the kit version.
  const fields = await panel.findAllByRole<HTMLInputElement>('combobox', { name: /^(?:Kit|Lot|Reaction)/ });
  expect(fields.map(({ value }) => value)).toEqual(['']);
  const types = await panel.findAllByRole<HTMLInputElement>('radio');
  expect(types.map(({ checked }) => checked)).toEqual([false, false, false, false, false]);
});

test('TEMPLATE-11 ERR-49 a saved template is confirmed', async () => {
  await step2({ answers: { [`POST ${PATH}`]: { ...template, name: 'Friday' } } });
  await saveAs('Friday');
  expect(await screen.findByText('Template “Friday” saved.')).toBeTruthy();
});

test('TEMPLATE-13 ERR-32 a template that cannot be saved is reported', async () => {
  await step2({ answers: { [`POST ${PATH}`]: refusal('Disk full.') } });
  await saveAs('Friday');
  const title = await screen.findByText('Template creation error');
  expect(title.closest('[role=alert]')?.textContent).toContain('Disk full.');
});

test('ERR-49 a deleted template is confirmed by name', async () => {
  const { id, name } = template;
  await step2({ answers: { ...LISTED, [`DELETE ${PATH}/${id}`]: { name } } });
  const load = await chosen();
  fireEvent.click(load.getByRole('button', { name: 'Delete template' }));
  await answerYes();
  expect(await screen.findByText(`Template “${name}” deleted.`)).toBeTruthy();
});

test('TEMPLATE-14 ERR-33 a template that cannot be deleted is reported', async () => {
  await step2({ answers: { ...LISTED, [`DELETE ${PATH}/${template.id}`]: refusal('Disk full.') } });
  const load = await chosen();
  fireEvent.click(load.getByRole('button', { name: 'Delete template' }));
  await answerYes();
  const title = await screen.findByText('Template not deleted');
  expect(title.closest('[role=alert]')?.textContent).toContain('Disk full.');
});

test('STEP1-28 ERR-18 another list that cannot be loaded is reported', async () => {
  await step2({ answers: { [`GET ${PATH}`]: refusal('Out of order.') } });
  const load = await open('Load template');
  expect(await load.findByText('The list could not be loaded.')).toBeTruthy();
});
