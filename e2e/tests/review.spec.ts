import { readFileSync } from 'node:fs';

import type { Kit, KitVersion, Run } from '@curvewell/domain';
import type { Locator, Page } from 'playwright/test';

import { decide } from '../support/check.ts';
import { apiOf } from '../support/api.ts';
import { MADE_WELLS, makeRun } from '../support/run-maker.ts';
import { demoUser, expect, nightTest, often, test } from '../support/test.ts';

/** The eight wells of a made run: A1 and A2 wild, A3 and A4 heterozygous, A5 mutated, A6 to A8 controls. */
const open = (page: Page, run: Run, wells = '') =>
  page.goto(`/run/${run.id}/interpretation${wells === '' ? '' : `?wells=${wells}`}`);
const cell = (page: Page, position: string): Locator =>
  page.getByRole('gridcell', { name: new RegExp(`^${position},`) });
const card = (page: Page, position: string): Locator =>
  page.getByRole('article', { name: position, exact: true });
const phase = (page: Page, name: string): Locator =>
  page.getByRole('radiogroup', { name: 'Phase' }).getByText(name);
const fillOf = (locator: Locator): Promise<string | null> =>
  locator.locator('svg').first().locator('path, circle, rect').first().getAttribute('fill');

nightTest(
  'REVIEW-01 REVIEW-12 REVIEW-15 REVIEW-16 header, coloured wells, channels, and one panel at a time',
  async ({ page, baseURL, signIn, expectAccessible }) => {
    const run = await makeRun(baseURL ?? '', { state: 'submitted', plateId: 'P-1' });
    let sent: boolean | null = null;
    await page.route(`**/api/run/${run.id}`, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as Run), ftpSent: sent } });
    });
    await signIn(demoUser.physician);
    await open(page, run);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Run ${run.businessId}`);
    const main = page.getByRole('main');
    await expect(main).toContainText(run.fileName);
    for (const [term, value] of [
      ['Instrument', run.instrumentName],
      ['Plate id', 'P-1'],
      ['Run by', 'Tara Holm'],
      ['Interpreted by', 'Tara Holm'],
      ['Submitted by', /^Tara Holm, \d\d-\d\d-\d{4} \d\d:\d\d$/],
    ] as const) {
      await expect(
        main
          .getByRole('term')
          .filter({ hasText: new RegExp(`^${term}$`) })
          .locator('+ dd'),
      ).toHaveText(value);
    }
    const envelope = main.getByRole('img', { name: /file server/ });
    await expect(envelope).toHaveCount(0);
    for (const [state, words] of [
      [true, 'Sent to the file server'],
      [false, 'Not sent to the file server'],
    ] as const) {
      sent = state;
      await page.reload();
      await expect(envelope).toHaveAccessibleName(words);
    }

    for (const [status, term] of [
      ['APPROVED', 'Approved by'],
      ['REJECTED', 'Rejected by'],
    ] as const) {
      const decided = await makeRun(baseURL ?? '', {
        state: status === 'APPROVED' ? 'approved' : 'rejected',
      });
      await open(page, decided);
      await expect(
        main
          .getByRole('term')
          .filter({ hasText: new RegExp(`^${term}$`) })
          .locator('+ dd'),
      ).toHaveText(/^Ingrid Lindqvist, /);
    }
    await open(page, run);

    const fills = await Promise.all(
      ['A1', 'A2', 'A3', 'A5', 'A8'].map((position) => fillOf(cell(page, position))),
    );
    expect(fills[0]).toBe(fills[1]);
    expect(new Set(fills).size).toBe(4);

    const channel = page.getByRole('radiogroup', { name: 'Channel' });
    await expect(channel.getByRole('radio')).toHaveCount(2);
    await expect(cell(page, 'A5')).toHaveAccessibleName(/homozygous mutated/);
    await channel.getByText('Channel 2 · TEXAS_RED').click();
    await expect(cell(page, 'A5')).toHaveAccessibleName(/homozygous wild type/);

    // The table has the same content and selection.
    await page.getByRole('button', { name: 'Show as table' }).click();
    const table = page.getByRole('table', { name: 'Plate, 96 wells' });
    await expect(table.getByRole('row', { name: /A8/ })).toContainText('Test OK');
    await table.getByRole('checkbox', { name: 'Select A5' }).click();
    await expect(card(page, 'A5')).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: 'Show as plate' }).click();
    await expect(cell(page, 'A5')).toHaveAttribute('aria-selected', 'true');

    for (const [tab, content] of [
      ['Run comments', page.getByText('No comments on this run.')],
      ['Export', page.getByRole('button', { name: 'Export', exact: true })],
      ['Wells', page.getByRole('figure')],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await expect(content).toBeVisible();
      await expect(page.getByRole('tabpanel')).toHaveCount(1);
    }
    await expectAccessible();
  },
);

test('REVIEW-42 REVIEW-45 a single curve has its peaks marked, between thresholds and labelled zones', async ({
  page,
  baseURL,
  signIn,
}) => {
  const weak = { position: 'A9', name: 'S-9', content: 'weak' } as const;
  const run = await makeRun(baseURL ?? '', { state: 'interpreted', wells: [...MADE_WELLS, weak] });
  await signIn(demoUser.technician);
  await open(page, run, 'A3');
  const figure = page.getByRole('figure', { name: 'Curves of 1 well, ANNEAL, FAM' });
  await expect(figure.getByText(/^55\.\d\d °C$/)).toBeVisible();
  await expect(figure.getByText(/^60\.\d\d °C$/)).toBeVisible();
  await expect(figure).toContainText('Threshold 60');
  await expect(figure).toContainText('A−13910*C');
  await phase(page, 'MELT').click();
  await expect(page.getByRole('figure', { name: 'Curves of 1 well, MELT, FAM' })).toContainText('C−13910*C');

  // The zoom is the same in both phases, whatever is selected.
  const from = page.getByRole('slider', { name: 'Temperature range, from' });
  const reset = page.getByRole('button', { name: 'Reset zoom' });
  await page.getByRole('figure').focus();
  await page.keyboard.press('+');
  await expect(reset).toBeEnabled();
  const zoomed = (await from.getAttribute('aria-valuetext')) ?? '';
  await cell(page, 'A4').click({ modifiers: ['Control'] });
  await expect(page.getByRole('figure', { name: 'Curves of 2 wells, MELT, FAM' })).toBeVisible();
  await expect(page.getByRole('figure').getByText(/^\d\d\.\d\d °C$/)).toHaveCount(0);
  await expect(from).toHaveAttribute('aria-valuetext', zoomed);
  await phase(page, 'ANNEAL').click();
  await expect(from).toHaveAttribute('aria-valuetext', zoomed);
  await reset.click();
  await expect(reset).toBeDisabled();
  await expect(from).not.toHaveAttribute('aria-valuetext', zoomed);

  // A peak that does not count is hollow and gives the reason.
  await open(page, run, 'A9');
  const dropped = page.getByRole('figure').locator('[data-dropped]').first();
  await dropped.hover();
  await expect(page.getByRole('tooltip', { name: /height \d.* below threshold 60/ })).toBeVisible();
});

/** Sets one well of a made run to another kit, and interprets the run. */
async function withSecondKit(address: string, run: Run, position: string): Promise<void> {
  const api = await apiOf(address, demoUser.technician);
  const kit = (await api<Kit[]>('GET', '/kit')).find(({ name }) => name === 'Protein thermal shift');
  const place = `/kit/${kit?.id ?? ''}/analyser/${run.analyser}/versions`;
  const [version] = await api<KitVersion[]>('GET', place);
  const [reactionBuffer, lot] = [kit?.reactionBuffers[0], version?.lots?.[0]];
  if (version === undefined || reactionBuffer === undefined || lot === undefined)
    throw new Error('the installation has a second kit for this analyser');
  const [kitVersion, buffer, lotId] = [version, reactionBuffer, lot].map(({ id }) => ({ id }));
  const settings = { kitVersion, reactionBuffer: buffer, lot: lotId, expectedDiagnostic: null };
  await api('PUT', `/run/${run.id}`, {
    revision: run.revision,
    kits: [
      ...run.kits.map((one) => ({
        kitVersion: { id: one.kitVersion.id },
        reactionBuffer: one.reactionBuffer && { id: one.reactionBuffer.id },
        lots: one.lots.map(({ id }) => ({ id })),
      })),
      { kitVersion, reactionBuffer: buffer, lots: [lotId] },
    ],
    analyses: run.analyses.map(({ channel }) => ({
      channel,
      wells: { [position]: { name: 'S-1', sampleType: 'DNA', ...settings } },
    })),
  });
  await api('POST', `/run/${run.id}/interpret`);
}

nightTest(
  'REVIEW-47 the chart says that several kits are selected, until one of them is chosen',
  async ({ page, baseURL, signIn }) => {
    // The range covers the zones of both kits.
    const read = { from: 28, to: 77 };
    const run = await makeRun(baseURL ?? '', { state: 'configured', channels: ['FAM'], read });
    await withSecondKit(baseURL ?? '', run, 'A1');
    await signIn(demoUser.technician);
    await open(page, run, 'A1,A3');
    const hint = page.getByRole('status').filter({ hasText: 'Several kits are selected. Choose one kit.' });
    await expect(hint).toBeVisible();
    await expect(page.getByRole('figure')).toHaveCount(0);

    await page.getByRole('combobox', { name: 'Kit', exact: true }).click();
    await page.getByRole('option', { name: 'LCT-13910' }).click();
    await expect(hint).toHaveCount(0);
    await expect(page.getByRole('figure')).toBeVisible();

    // A single kit is preselected.
    await open(page, run, 'A2,A3');
    await expect(page.getByRole('figure')).toBeVisible();
    await expect(hint).toHaveCount(0);
  },
);

nightTest(
  "REVIEW-50 REVIEW-51 REVIEW-52 REVIEW-53 REVIEW-54 REVIEW-55 REVIEW-56 the card shows a well's data and the reason of its call",
  async ({ page, baseURL, signIn, expectAccessible }) => {
    const wells = MADE_WELLS.map((well) =>
      well.position === 'A3' ? { ...well, content: 'wrongStandard' as const } : well,
    );
    const run = await makeRun(baseURL ?? '', { state: 'interpreted', wells });
    await signIn(demoUser.technician);
    await open(page, run, 'A3');
    const head = card(page, 'A3').getByRole('banner').or(card(page, 'A3').locator('header'));
    await expect(head).toContainText('S-3');
    await expect(head).toContainText('FAM · Standard, expected Homozygous wild type');
    await expect(card(page, 'A3')).toContainText('LCT-13910 (RB-2) · LCT −13910 · lot 26B0417');
    await expect(card(page, 'A3')).toContainText('Expected: Homozygous wild type');
    await expect(card(page, 'A3').getByRole('heading', { name: 'Suggested result' })).toBeVisible();
    await expect(card(page, 'A3')).toContainText('Heterozygous');
    await expect(card(page, 'A3').getByRole('heading', { name: 'Comments (0)' })).toBeVisible();

    const why = card(page, 'A3').getByRole('button', { name: 'Why?' });
    await expect(why).toHaveAttribute('aria-expanded', 'true');
    const explanation = page.getByRole('region', { name: 'Why A3 has this result' });
    await expect(explanation).toContainText(
      /Peaks ANNEAL A 55\.\d\d °C and B 60\.\d\d °C; MELT .*: A \+ B \+ C \+ D/,
    );
    await expect(explanation.getByRole('table', { name: 'Peaks' }).getByRole('row')).toHaveCount(1 + 2 + 4);
    await expect(explanation).toContainText('53.00–57.50 °C');
    await expect(card(page, 'A3')).toContainText(
      /Nearest limit: |Borderline|borderline|of its zone|the threshold/,
    );
    await expect(explanation.getByRole('listitem', { name: 'A8 Negative control: Test KO' })).toBeVisible();
    await expectAccessible();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible();

    // It stays open from well to well.
    await cell(page, 'A7').click();
    await expect(page.getByRole('region', { name: 'Why A7 has this result' })).toContainText(
      'A negative control passes when no peak counts and nothing else melts.',
    );
    await page.getByRole('tabpanel').getByRole('button', { name: 'Clear selection' }).click();
    await expect(page.getByText('0 selected')).toBeVisible();
  },
);

test('REVIEW-57 REVIEW-58 REVIEW-59 REVIEW-64 a diagnostic is updated well by well', async ({
  page,
  baseURL,
  signIn,
}) => {
  const run = await makeRun(baseURL ?? '', { state: 'submitted' });
  await signIn(demoUser.physician);
  await open(page, run, 'A1-A2');
  const update = page.getByRole('button', { name: /Update diagnostic/ });
  await expect(page.getByRole('table', { name: '2 wells selected' })).toBeVisible();
  await expect(update).toHaveCount(0);
  await cell(page, 'A1').click();
  await update.click();
  const choice = page.getByRole('radiogroup', { name: 'New result' });
  const save = page.getByRole('button', { name: /^Save result/ });
  await expect(save).toBeDisabled();
  await expect(page.getByText('Choose another result.')).toBeVisible();

  // Selecting another well closes the form; the same well can be opened again.
  await cell(page, 'A2').click();
  await expect(choice).toHaveCount(0);
  await cell(page, 'A1').click();
  await update.click();
  await choice.getByText('Heterozygous').click();
  await expect(page.getByText('Give a reason.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Repeated, all agree');
  await save.click();
  await expect(page.getByRole('status').filter({ hasText: 'A1 is now Heterozygous.' })).toContainText(
    '“Repeated, all agree”',
  );
  await expect(choice).toHaveCount(0);
  await expect(card(page, 'A1').locator('[data-result]')).toBeFocused();
  await expect(card(page, 'A1')).toContainText(
    '“Repeated, all agree”was W Homozygous wild type · Ingrid Lindqvist',
  );
  await expect(cell(page, 'A1')).toHaveAccessibleName(/heterozygous, updated/);

  // The text of a reason can be edited.
  await page.getByRole('button', { name: 'Edit the reason' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Repeated twice, all agree');
  await save.click();
  await expect(card(page, 'A1')).toContainText('“Repeated twice, all agree”');

  // A technician may not, once the run waits for the physician.
  await signIn(demoUser.technician);
  await open(page, run, 'A1');
  await expect(card(page, 'A1')).toContainText('Updated');
  await expect(update).toBeDisabled();
  await expect(page.getByText('This run can no longer be changed.')).toBeVisible();
});

nightTest(
  'a change is shown from its response, without fetching curves or run again',
  async ({ page, baseURL, signIn }) => {
    const run = await makeRun(baseURL ?? '', { state: 'submitted' });
    const fetched: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (
        request.method() === 'GET' &&
        pathname.startsWith(`/api/run/${run.id}`) &&
        !pathname.endsWith('/seen')
      )
        fetched.push(pathname);
    });
    await signIn(demoUser.physician);
    await open(page, run, 'A1');
    await expect(card(page, 'A1')).toBeVisible();
    expect(fetched.toSorted()).toEqual([`/api/run/${run.id}`, `/api/run/${run.id}/chart`]);
    fetched.length = 0;

    await page.getByRole('button', { name: /Update diagnostic/ }).click();
    await page.getByRole('radiogroup', { name: 'New result' }).getByText('Heterozygous').click();
    await page.getByRole('button', { name: 'Repeat of the sample agrees' }).click();
    await page.keyboard.press('Control+Enter');
    await expect(cell(page, 'A1')).toHaveAccessibleName(/heterozygous, updated/);

    await card(page, 'A1').getByRole('textbox', { name: 'Add a comment' }).fill('Looked at twice.');
    await card(page, 'A1').getByRole('button', { name: 'Save' }).click();
    await expect(cell(page, 'A1')).toHaveAccessibleName(/1 comment/);

    await decide(page, 'Approve');
    await expect(page.getByRole('main').getByText('Approved', { exact: true })).toBeVisible();
    // The server compares the run with its signature.
    await expect.poll(() => fetched).toEqual([`/api/run/${run.id}/check`, `/api/run/${run.id}/record`]);
  },
);

nightTest(
  'REVIEW-68 REVIEW-73 ERR-49 SHELL-55 OPS-186 comments on a well, limited to a channel',
  async ({ page, baseURL, signIn }) => {
    const run = await makeRun(baseURL ?? '', { state: 'interpreted' });
    await signIn(demoUser.technician);
    await open(page, run, 'A3');
    const text = card(page, 'A3').getByRole('textbox', { name: 'Add a comment' });
    const save = card(page, 'A3').getByRole('button', { name: 'Save' });
    await expect(save).toBeDisabled();
    await text.fill('   ');
    await expect(save).toBeDisabled();
    await text.fill('Seen in FAM.');
    // A double click adds a single comment.
    await save.dblclick();
    await expect(page.getByText('Comment added to 1 well.')).toBeVisible();
    await expect(card(page, 'A3').getByText('Seen in FAM.')).toHaveCount(1);

    await page.getByText('Channel 2 · TEXAS_RED').click();
    await expect(card(page, 'A3')).not.toContainText('Seen in FAM.');
    await card(page, 'A3').getByRole('switch', { name: 'Only the active channel' }).click();
    await expect(card(page, 'A3')).toContainText('Seen in FAM.');
    await page.reload();
    await expect(card(page, 'A3').getByRole('switch', { name: 'Only the active channel' })).not.toBeChecked();
    await expect(page.getByRole('radio', { name: 'Channel 2 · TEXAS_RED' })).toBeChecked();
  },
);

/** Both have more curves than are drawn as SVG lines. */
const LARGE = often({
  byDay: { plateType: 'RECTANGULAR_96', wells: 96, last: 'H12' },
  byNight: { plateType: 'RECTANGULAR_384', wells: 384, last: 'P24' },
} as const);

nightTest(
  `${LARGE.wells} wells: all curves are shown, and the hovered one is ringed on the plate, in both themes`,
  async ({ page, baseURL, signIn, expectAccessible }) => {
    const run = await makeRun(baseURL ?? '', {
      state: 'submitted',
      wells: 'full',
      plateType: LARGE.plateType,
      channels: ['FAM'],
    });
    await signIn(demoUser.physician);
    await open(page, run, `A1-${LARGE.last}`);
    const figure = page.getByRole('figure', { name: `Curves of ${LARGE.wells} wells, ANNEAL, FAM` });
    await expect(figure).toBeVisible();
    await cell(page, 'C3').hover();
    await expect(figure.locator('canvas[data-faded]')).toHaveCount(1);
    await expect(page.getByRole('radiogroup', { name: 'Channel' })).toHaveCount(0);
    // As SVG lines and in the other theme; axe is slow on hundreds of them.
    await page.emulateMedia({ colorScheme: 'dark' });
    await open(page, run, 'A1-A4');
    const table = page.getByRole('table', { name: '4 wells selected' });
    await expect(table.getByRole('rowheader')).toHaveCount(4);
    await expect(table.getByRole('columnheader')).toHaveText([
      'Well',
      'Sample',
      'Result',
      'A °C',
      'B °C',
      'Height',
      'vs control',
      'Flags',
    ]);
    // The positive control has the same products; the table is saved as shown.
    await expect(table.getByRole('row', { name: /^A1/ })).toContainText(/55\.\d\d.*[+−]?0\.\d\d/);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the table as CSV' }).click();
    const saved = readFileSync(await (await download).path(), 'utf8');
    expect(saved.split('\r\n').map((line) => line.split(';')[0])).toEqual([
      '\uFEFFWell',
      'A1',
      'A2',
      'A3',
      'A4',
      '',
    ]);
    // One outline around the wells, not a ring for each.
    await expect(page.locator('[data-selection="region"] path')).toHaveCount(1);
    await page.getByRole('heading', { level: 1 }).hover();
    await expectAccessible();
  },
);

nightTest(
  'borderline wells are reviewed one after the other, and stay seen',
  async ({ page, baseURL, signIn }) => {
    // Away from wells with a high product: a small one beside them may be cross-talk.
    const near = ['D9', 'D11'].map((position) => ({ position, name: position, content: 'near' as const }));
    const run = await makeRun(baseURL ?? '', {
      state: 'submitted',
      wells: [...MADE_WELLS, ...near],
      channels: ['FAM'],
    });
    await signIn(demoUser.physician);
    await open(page, run);
    await expect(cell(page, 'D9')).toHaveAccessibleName(/borderline/);
    const left = page.getByRole('contentinfo');
    await expect(left).toContainText('1 unresolved · 2 to review');
    await expect(page.getByRole('article', { name: 'A8' })).toContainText(/peak [A-Z] \d+, threshold 60/);
    await cell(page, 'A1').click();
    await page.keyboard.press('v');
    const lone = page.getByRole('tabpanel').getByRole('article');
    await expect(lone).toHaveAccessibleName(/^D(9|11)$/);
    await expect(lone).toContainText('the threshold 60');
    const nearest = (await lone.getAttribute('aria-label')) ?? '';
    // The first well was alone long enough to count as seen; the key leaves the other early.
    await expect(page.getByText('1 of 2 seen')).toBeVisible();
    await page.keyboard.press('v');
    await page.keyboard.press('v');
    await expect(page.getByText('All 2 seen.')).toBeVisible();
    await expect(left).not.toContainText('to review');
    await page.reload();
    await page.getByRole('button', { name: 'Reviewed 2' }).click();
    await expect(page.getByText('All 2 seen.')).toBeVisible();
    // The focused button is removed; the shortcut must still work.
    await expect(cell(page, nearest)).toBeFocused();
    // The panel follows the plate a moment later, and the shortcut continues from the shown well.
    await expect(lone).toHaveAccessibleName(nearest);
    await page.keyboard.press('v');
    await expect(lone).not.toHaveAccessibleName(nearest);
    // The shortcut also works on its own button.
    await page.getByRole('button', { name: 'Next v', exact: true }).focus();
    await page.keyboard.press('u');
    await expect(page.getByRole('radiogroup', { name: 'New result' })).toBeVisible();
  },
);

nightTest(
  'REVIEW-172 REVIEW-174 REVIEW-175 REVIEW-176 a plate without a call gives the reason in all places',
  async ({ page, baseURL, signIn, expectAccessible }) => {
    const run = await makeRun(baseURL ?? '', {
      state: 'submitted',
      channels: ['FAM'],
      read: { from: 45, to: 95 },
      wells: ['A1', 'A2', 'A3'].map((position) => ({
        position,
        name: position,
        content: 'outside' as const,
      })),
    });
    await signIn(demoUser.physician);
    await open(page, run, 'A1');
    await expect(cell(page, 'A1')).toHaveAccessibleName(/no call/);
    const plate = page.getByRole('region', { name: 'Whole plate' });
    await expect(plate.getByRole('button', { name: 'Melt in no zone, 3 no call' })).toBeVisible();
    await expect(card(page, 'A1')).toContainText('2 reasons · unresolved until overridden or commented on');
    await expect(card(page, 'A1')).toContainText(/ANNEAL: the peak at 82\.\d\d °C lies in no zone\./);
    await expect(card(page, 'A1')).toContainText('No rule was tried: melt in no zone (2).');
    const figure = page.getByRole('figure');
    await expect(figure).toContainText(/82\.\d\d °C in no zone/);
    await expect(figure.locator('path[data-curve="A1"]')).toHaveAttribute('stroke-dasharray', /\d/);

    // The legend counts the reason that all share, and selects its wells.
    const caption = page.getByRole('group', { name: 'Caption' });
    await expect(caption.getByRole('button', { name: 'No call 3' })).toBeVisible();
    await caption.getByRole('button', { name: 'Melt in no zone 3' }).click();
    await expect(cell(page, 'A3')).toHaveAttribute('aria-selected', 'true');

    await page.emulateMedia({ colorScheme: 'dark' });
    await plate.getByRole('button').first().click();
    await page.getByRole('tabpanel').getByRole('button', { name: 'Show', exact: true }).first().click();
    await page.getByRole('heading', { level: 1 }).hover();
    await expectAccessible();
  },
);

test('REVIEW-181 in forced colours the shape of a well without a call and the marks are visible', async ({
  page,
  baseURL,
  signIn,
}) => {
  const run = await makeRun(baseURL ?? '', {
    state: 'submitted',
    channels: ['FAM'],
    read: { from: 45, to: 95 },
    wells: [...MADE_WELLS, { position: 'B1', name: 'B1', content: 'outside' }],
  });
  await signIn(demoUser.physician);
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page, run);
  await expect(cell(page, 'B1')).toHaveAccessibleName(/no call/);
  /** Stroke and background of a shape in a well. */
  const inkOf = (position: string, selector: string) =>
    cell(page, position)
      .locator(selector)
      .first()
      .evaluate((drawn) => {
        const { stroke, strokeDasharray, fill } = getComputedStyle(drawn);
        return { stroke, strokeDasharray, fill };
      });
  const shape = await inkOf('B1', 'svg path');
  expect(shape.strokeDasharray).not.toBe('none');
  expect(shape.stroke).not.toBe(shape.fill);
  const mark = await inkOf('A8', '[data-mark=failed] circle');
  expect(mark.fill).not.toBe(mark.stroke);
  const sign = await inkOf('A8', '[data-mark=failed] path');
  expect(sign.stroke).not.toBe(mark.fill);
});

nightTest(
  'REVIEW-173 REVIEW-175 REVIEW-179 samples held by a failed control are listed once, and outlined on the plate',
  async ({ page, baseURL, signIn, expectAccessible }) => {
    const run = await makeRun(baseURL ?? '', { state: 'submitted', channels: ['FAM'] });
    await signIn(demoUser.physician);
    await open(page, run);
    const failed = page
      .getByRole('region', { name: 'Whole plate' })
      .getByRole('button', { name: 'A8 failed, 5 held' });
    // Without a selection the panel shows the sentences.
    await expect(page.getByRole('tabpanel')).toContainText(/Control A8 failed: 5 samples of .* are held\./);
    await cell(page, 'A1').click();
    await expect(page.getByRole('group', { name: 'Focused well' })).toContainText('held by A8');
    await failed.click();
    await expect(failed).toHaveAttribute('aria-expanded', 'true');
    const show = page.getByRole('tabpanel').getByRole('button', { name: 'Show', exact: true }).first();
    await show.click();
    const outline = page.locator('[data-outline]');
    await expect(outline).toBeVisible();
    await page.getByRole('heading', { level: 1 }).hover();
    await expectAccessible();
    await page.keyboard.press('Escape');
    await expect(outline).toHaveCount(0);
    await failed.click();
    await expect(card(page, 'A1')).toBeVisible();
  },
);
