import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { kit } from '../../../../test/a-creation.tsx';
import { refusal, showPage } from '../../../../test/a-page.tsx';
import { idOf } from '../../../../test/a-run.ts';
import { KitOwnerNote, ShareKit } from './kit-owner.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const own = { ...kit, owner: { id: idOf('8'), name: 'North' } };
const address = `PUT /api/kit/${kit.id}/share`;

test('KIT-267 the editor names the owner of the kit; only a super administrator may share one of the laboratory', () => {
  const shown = (
    <>
      <KitOwnerNote kit={own} />
      <ShareKit kit={own} />
    </>
  );
  showPage(shown, { permissions: ['WRITE_KIT_CONFIG_ADMIN'] });
  expect(screen.getByTitle('Owner: North').textContent).toBe('Owner: North');
  expect(screen.queryByRole('button')).toBeNull();
});

test('KIT-299 the LOINC codes of the kit are shown beside its owner, several as a number with all in the title', () => {
  const [first] = kit.diagnostics ?? [];
  const withCodes = (...loincs: readonly string[]) => ({
    ...own,
    diagnostics: loincs.map((loinc, index) => ({ ...first!, id: idOf(String(index)), loinc })),
  });
  const shown = (
    <>
      <KitOwnerNote kit={withCodes('51969-4', '51969-4')} />
      <KitOwnerNote kit={withCodes('51969-4', '34574-4')} />
    </>
  );
  showPage(shown, { permissions: [] });
  expect(screen.getByTitle('Owner: North. LOINC 51969-4').textContent).toBe('Owner: North · LOINC 51969-4');
  expect(screen.getByTitle('Owner: North. LOINC 51969-4, 34574-4').textContent).toBe(
    'Owner: North · LOINC 51969-4 and 1 more',
  );
});

test('KIT-267 a kit of all laboratories cannot be shared again', () => {
  const shown = (
    <>
      <KitOwnerNote kit={kit} />
      <ShareKit kit={kit} />
    </>
  );
  showPage(shown, { permissions: ['SUPER_ADMIN'] });
  expect(screen.getByTitle('Owner: All laboratories')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('KIT-267 sharing states the consequence and asks for a reason, which is sent', async () => {
  const { changes } = showPage(<ShareKit kit={own} />, {
    permissions: ['SUPER_ADMIN'],
    answers: { [address]: { ...kit, owner: null } },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Share with all laboratories' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Every laboratory will see the kit');
  expect(dialog.textContent).toContain('This cannot be undone.');
  const share = screen
    .getAllByRole<HTMLButtonElement>('button', { name: 'Share with all laboratories' })
    .at(-1);
  expect(share?.disabled).toBe(true);
  fireEvent.change(screen.getByRole('textbox', { name: /Reason/ }), {
    target: { value: 'Validated in May' },
  });
  expect(share?.disabled).toBe(false);
  if (share) fireEvent.click(share);
  await waitFor(() => {
    expect(changes()).toEqual([[address, { reason: 'Validated in May' }]]);
  });
  expect(await screen.findByText(`${kit.name} now belongs to all laboratories.`)).toBeTruthy();
});

test('KIT-267 a refused sharing keeps the dialog with the reason', async () => {
  showPage(<ShareKit kit={own} />, {
    permissions: ['SUPER_ADMIN'],
    answers: { [address]: refusal('The name is taken.', 409) },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Share with all laboratories' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Validated' }));
  const share = screen.getAllByRole('button', { name: 'Share with all laboratories' }).at(-1);
  if (share) fireEvent.click(share);
  expect(await screen.findByText(`${kit.name} was not shared.`)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Reason/ }).value).toBe('Validated');
});
