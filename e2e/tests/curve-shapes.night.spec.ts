import type { UpdateRun } from '@curvewell/contracts';
import type { DiagnosticColor, Run } from '@curvewell/domain';

import { type Api, apiOf } from '../support/api.ts';
import { copiedVersion } from '../support/copied-version.ts';
import { PICTURE_SIZES, pictures } from '../support/pictures.ts';
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
  const { editor, addLot, colors } = await copiedVersion(address, version);
  await makeRun(address, { state: 'interpreted', wells: WELLS });
  await page.setViewportSize(PICTURE_SIZES[0]);

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

  await addLot(LOT);
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
    await expect(page.getByText(/^For viewing only\./)).toBeVisible();
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
