import type { UpdateRun } from '@curvewell/contracts';
import type { DiagnosticColor, Kit, KitConfiguration, KitVersion, Run } from '@curvewell/domain';
import type { Page } from 'playwright/test';

import { type Api, apiOf } from '../support/api.ts';
import { type MadeWell, makeRun } from '../support/run-maker.ts';
import { demoUser, expect, test } from '../support/test.ts';

const WELLS: readonly MadeWell[] = [
  ...[1, 2, 3, 4].map((column) => ({ position: `A${column}`, name: 'STD W', content: 'wild' as const })),
  ...[1, 2, 3, 4].map((column) => ({ position: `B${column}`, name: 'STD M', content: 'mutated' as const })),
  { position: 'C1', name: 'S-1', content: 'wild' },
  { position: 'C2', name: 'S-2', content: 'mutated' },
  { position: 'C3', name: 'S-3', content: 'heterozygous' },
  { position: 'D1', name: 'NTC', content: 'negative' },
];
const STANDARDS: Readonly<Record<string, string>> = { A: 'HOMOZYGOUS_WILD_TYPE', B: 'HOMOZYGOUS_MUTATED' };
const LOT = 'SHAPE-1';
/** With this noise and four standards each, all shapes are known. */
const SEED = 1;
const SIZES = [
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
  { width: 1000, height: 700 },
] as const;

/** Folder for screenshots, to be reviewed by eye. */
const PICTURES = process.env['PICTURES'];

/** Screenshots at each window size, light and dark. */
async function pictures(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  for (const scheme of ['light', 'dark'] as const)
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await page.evaluate((to) => {
        document.documentElement.setAttribute('data-mantine-color-scheme', to);
      }, scheme);
      await page.screenshot({ path: `${PICTURES}/${name}-${size.width}-${scheme}.png` });
    }
  await page.evaluate(() => {
    document.documentElement.setAttribute('data-mantine-color-scheme', 'light');
  });
  await page.setViewportSize(SIZES[0]);
}

/** A copy of the version of made runs, which a lot of its own would lock. */
async function copiedVersion(api: Api, version: string) {
  const kit = (await api<Kit[]>('GET', '/kit')).find(({ name }) => name === 'LCT-13910');
  const of = `/kit/${kit?.id ?? ''}/versions?onlyActive=false&onlyValid=false`;
  const copyOf = (await api<KitVersion[]>('GET', of)).find((one) => one.version === 'v2')?.id;
  const { kitVersion } = await api<KitConfiguration>('POST', '/kit', {
    kit: { id: kit?.id },
    kitVersion: { version, copyOf },
  });
  const buffer = kit?.reactionBuffers.find(({ name }) => name === 'RB-2')?.id ?? '';
  return {
    colors: kit?.diagnostics ?? [],
    editor: `/admin/configuration?tab=kits&kit=${kit?.id ?? ''}&version=${kitVersion.id}&buffer=${buffer}`,
    addLot: () => api('POST', `/lots/version/${kitVersion.id}`, { name: LOT, expirationDate: '2099-01-01' }),
  };
}

/** Makes standards of two rows, and interprets the run. */
async function interpreted(api: Api, run: Run, colors: readonly DiagnosticColor[]): Promise<void> {
  const { revision, analyses } = await api<Run>('GET', `/run/${run.id}`);
  const expected = (position: string) =>
    colors.find(({ diagnostic }) => diagnostic.name === STANDARDS[position.charAt(0)]);
  const body: UpdateRun = {
    revision,
    analyses: analyses.map(({ channel, wells }) => ({
      channel,
      wells: Object.fromEntries(
        Object.values(wells)
          .filter(({ kitVersion }) => kitVersion !== null)
          .map(({ position, name, sampleType, kitVersion, lot, reactionBuffer }) => {
            const color = channel === 'FAM' ? expected(position) : undefined;
            return [
              position,
              {
                ...{ name, kitVersion: kitVersion && { id: kitVersion.id }, lot: lot && { id: lot.id } },
                reactionBuffer: reactionBuffer && { id: reactionBuffer.id },
                sampleType: color === undefined ? sampleType : ('STANDARD' as const),
                expectedDiagnostic: color === undefined ? null : { id: color.id },
              },
            ];
          }),
      ),
    })),
  };
  await api('PUT', `/run/${run.id}`, body);
  await api('POST', `/run/${run.id}/interpret`);
}

test('KIT-249 REVIEW-395 DIAG-80 regions are dragged on the curves, and a run shows normalised curves and their difference', async ({
  page,
  address,
  signIn,
  expectAccessible,
}) => {
  const version = `shape ${Date.now().toString(36).slice(-4)}`;
  const { editor, addLot, colors } = await copiedVersion(await apiOf(address, demoUser.rdAdmin), version);
  await makeRun(address, { state: 'interpreted', wells: WELLS });
  await page.setViewportSize(SIZES[0]);

  await test.step('the regions', async () => {
    await signIn(demoUser.rdAdmin, { at: editor });
    await page.getByRole('button', { name: /^Controls and checks/ }).click();
    await page.getByRole('switch', { name: 'Normalise the curves of FAM' }).check();
    await page.getByRole('combobox', { name: 'Phase' }).last().click();
    await page.getByRole('option', { name: 'MELT' }).click();
    await page.getByRole('checkbox', { name: 'Homozygous wild type' }).check();
    await page.getByRole('checkbox', { name: 'Homozygous mutated', exact: true }).check();
    const edge = page.getByRole('slider', { name: 'End of 100 %' });
    const before = Number(await edge.getAttribute('aria-valuenow'));
    const box = await edge.boundingBox();
    if (box === null) throw new Error('the edge is not shown');
    await page.mouse.move(box.x + 12, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x - 2, box.y + 40, { steps: 4 });
    await page.mouse.up();
    expect(Number(await edge.getAttribute('aria-valuenow'))).toBeLessThan(before);
    await expectAccessible();
    await pictures(page, '1-editor');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(/^Kit LCT-13910 .* updated\.$/)).toBeVisible();
  });

  await addLot();
  const technician = await apiOf(address, demoUser.technician);
  const run = await makeRun(address, {
    state: 'configured',
    wells: WELLS,
    kit: { version, lot: LOT },
    seed: SEED,
  });
  await interpreted(technician, run, colors);
  await test.step('the curves', async () => {
    await signIn(demoUser.physician, { at: `/run/${run.id}/interpretation` });
    await page
      .locator('label')
      .filter({ hasText: /^MELT$/ })
      .first()
      .click();
    await page.getByRole('combobox', { name: 'Curves', exact: true }).click();
    await page.getByRole('option', { name: 'Normalised' }).click();
    await expect(page.getByText(/^A help to the eye\./)).toBeVisible();
    await expect(page.getByRole('button', { name: /^like Homozygous mutated/ })).toBeVisible();
    await expectAccessible();
    await pictures(page, '2-normalised');
    await page.getByRole('combobox', { name: 'Curves', exact: true }).click();
    await page.getByRole('option', { name: 'Difference' }).click();
    await pictures(page, '3-difference');
    await page.getByRole('button', { name: /^Large/ }).click();
    await expect(page.getByText('Difference (%)')).toBeVisible();
    await expectAccessible();
    await pictures(page, '4-large');
  });

  await test.step('“Why?” of a well like a reference, one between two, and one without a melt', async () => {
    for (const [well, sentence] of [
      ['C1', /^Shape \(MELT\): like Homozygous wild type\. The second reference is .* times as far/],
      ['C3', /^Shape \(MELT\): between Homozygous (wild type|mutated) and Homozygous (wild type|mutated)\./],
      ['D1', /^The shape is not known: the fall of the curve is not certain beside its noise\.$/],
    ] as const) {
      await page.goto(`/run/${run.id}/interpretation?wells=${well}`);
      await expect(page.getByRole('button', { name: 'Why?' })).toHaveAttribute('aria-expanded', 'true');
      const why = page.getByRole('region', { name: `Why ${well} has this result` });
      await expect(why.getByText(sentence)).toBeVisible();
      await pictures(page, `5-why-${well}`);
    }
    await expectAccessible();
  });
});
