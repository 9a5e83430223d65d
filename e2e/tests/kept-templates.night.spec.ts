import { copiedVersion } from '../support/copied-version.ts';
import { PICTURE_SIZES, pictures } from '../support/pictures.ts';
import { type MadeWell, makeRun } from '../support/run-maker.ts';
import { demoUser, expect, test } from '../support/test.ts';

const TAUGHT: readonly MadeWell[] = [
  ...[1, 2, 3, 4, 5].map((column) => ({
    position: `A${column}`,
    name: 'ST',
    content: 'shoulderedStandard' as const,
  })),
  { position: 'B1', name: 'NTC', content: 'negative' },
];
/** No template can be learnt from this plate: its only other well is empty. */
const ALONE: readonly MadeWell[] = [
  { position: 'A1', name: 'S-1', content: 'shouldered' },
  { position: 'A2', name: 'NTC', content: 'negative' },
];
const LOT = 'KEPT-1';
test('TPL-39 templates are switched on, one is stored from an approved run, and a plate without templates of its own uses it', async ({
  page,
  address,
  signIn,
  expectAccessible,
}) => {
  const taught = await makeRun(address, { state: 'approved', wells: TAUGHT });
  const version = `kept ${Date.now().toString(36).slice(-4)}`;
  const { editor, addLot } = await copiedVersion(address, version);
  await page.setViewportSize(PICTURE_SIZES[0]);

  await test.step('the switches', async () => {
    await signIn(demoUser.rdAdmin, { at: editor });
    await page.getByRole('button', { name: /^Controls and checks/ }).click();
    await page.getByRole('switch', { name: /^A second peak counts only if it exceeds/ }).check();
    await page.getByRole('switch', { name: /use the stored one$/ }).check();
    await expect(page.getByText('No template is stored for this analyser.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Learn from approved runs…' })).toBeDisabled();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(/^Kit LCT-13910 .* updated\.$/)).toBeVisible();
  });

  await test.step('the templates of a run are shown before they are stored', async () => {
    await page.getByRole('button', { name: 'Learn from approved runs…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Learn templates from approved runs' });
    await dialog.getByRole('checkbox', { name: new RegExp(`^Run ${taught.businessId},`) }).check();
    await expect(
      dialog.getByRole('img', { name: /^Template of C \(MELT\): median of 5 wells/ }),
    ).toBeVisible();
    await expectAccessible();
    await pictures(page, '1-learn', dialog);
    await dialog.getByRole('button', { name: /^Store \d+ templates?$/ }).click();
    await expect(dialog).toBeHidden();
    const kept = page.getByRole('list', { name: 'Stored templates' });
    await expect(kept.getByRole('img', { name: /^Template of C \(MELT\)/ })).toBeVisible();
    await expectAccessible();
    await pictures(page, '2-kept', kept);
  });

  await addLot(LOT);
  const run = await makeRun(address, { state: 'interpreted', wells: ALONE, kit: { version, lot: LOT } });
  await test.step('“Why?” names the stored template, and the curve shows it', async () => {
    await signIn(demoUser.physician, { at: `/run/${run.id}/interpretation?wells=A1` });
    const sentence = new RegExp(
      `Template of C \\(MELT\\): stored with the kit, learnt from 5 wells of run ${taught.businessId} of .* \\(SHA-256 [0-9a-f]{12}…\\)`,
    );
    await expect(page.getByText(sentence)).toBeVisible();
    await page.getByRole('radiogroup', { name: 'Phase' }).getByText('MELT').click();
    const legend = page.getByRole('list', { name: 'Templates' }).first();
    await expect(legend).toContainText('Template of C, stored with the kit (5 wells)');
    await expectAccessible();
    await pictures(page, '3-why', legend);
  });
});
