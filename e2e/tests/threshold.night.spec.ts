import { copiedVersion } from '../support/copied-version.ts';
import { PICTURE_SIZES, pictures } from '../support/pictures.ts';
import { type MadeWell, makeRun } from '../support/run-maker.ts';
import { demoUser, expect, test } from '../support/test.ts';

/** Ten negative controls, and twelve samples; the lowest peaks are those of the heterozygous ones. */
const WELLS: readonly MadeWell[] = [
  ...Array.from({ length: 10 }, (_, i) => ({
    position: `A${i + 1}`,
    name: 'NTC',
    content: 'negative' as const,
  })),
  ...Array.from({ length: 12 }, (_, i) => ({
    position: `B${i + 1}`,
    name: `S-${i + 1}`,
    content: (['wild', 'heterozygous', 'mutated'] as const)[i % 3] ?? 'wild',
  })),
];
test('KIT-277 KIT-278 a threshold is suggested on the curves, and taken by its button', async ({
  page,
  address,
  signIn,
  expectAccessible,
}) => {
  const run = await makeRun(address, { state: 'interpreted', wells: WELLS, seed: 1 });
  await page.setViewportSize(PICTURE_SIZES[1]);
  const { editor } = await copiedVersion(address, `threshold ${Date.now().toString(36).slice(-4)}`);
  await signIn(demoUser.rdAdmin, { at: `${editor}&run=${run.id}` });
  const phase = page.getByRole('region', { name: 'MELT', exact: true });
  const field = phase.getByRole('textbox', { name: 'Min. threshold' });
  const suggestion = phase.getByText(/^Suggested: \d+ RFU\/°C\. The highest of 10 wells without a product/);

  await test.step('beside the field and on the curves', async () => {
    await field.click();
    await expect(suggestion).toBeVisible();
    await expect(suggestion).toContainText(/With \d+ no well of this run changes\.$/);
    await expect(page.getByText(/^Lowest true peak \d+/)).toBeVisible();
    await expect(page.getByText(/^Highest without a product \d/)).toBeVisible();
    await expectAccessible();
    await pictures(page, '1-suggested');
  });
  await test.step('the other limits are explained', async () => {
    await phase.getByRole('textbox', { name: 'Slope threshold' }).click();
    await expect(phase.getByText(/^How many standard errors a peak must rise/)).toBeVisible();
    await pictures(page, '2-slope');
    await phase.getByRole('textbox', { name: 'Min. quality' }).click();
    await expect(phase.getByText(/^From 0 to 1\. /)).toBeVisible();
  });
  await test.step('taken only by its button', async () => {
    await field.click();
    await expect(field).toHaveValue('60');
    const use = phase.getByRole('button', { name: /^Use \d+ as the threshold of MELT$/ });
    const value = /\d+/.exec(await use.innerText())?.[0] ?? '';
    await use.press('Enter');
    await expect(field).toHaveValue(value);
    await expect(suggestion).toContainText('This is the current threshold.');
    await expect(use).toHaveCount(0);
    await pictures(page, '3-taken');
  });
  await test.step('KIT-324 in a low window, where the other phase is one line', async () => {
    await page.setViewportSize(PICTURE_SIZES[0]);
    await expect(page.getByRole('button', { name: /^ANNEAL/ })).toBeVisible();
    // The draft keeps the value that was taken.
    await field.fill('60');
    await expect(suggestion).toContainText(/With \d+ no well of this run changes\.$/);
    await expect(suggestion).toBeInViewport({ ratio: 1 });
    await expect(phase.getByRole('button', { name: /^Use \d+ as the threshold of MELT$/ })).toBeInViewport({
      ratio: 1,
    });
  });
});
