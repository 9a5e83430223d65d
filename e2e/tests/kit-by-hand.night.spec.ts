import type { KitRun } from '@curvewell/contracts';
import { diagnosticText, expressionText } from '@curvewell/domain';
import type { Locator, Page } from 'playwright/test';

import { apiOf } from '../support/api.ts';
import { evaluatedBy, storedSettings } from '../support/evaluated-by.ts';
import { type AxeOptions, demoUser, expect, test } from '../support/test.ts';

const SEEDED = {
  kit: 'LCT-13910',
  version: 'v2',
  buffer: 'RB-2',
  analyser: 'Bio-Rad CFX96',
  channel: 'FAM',
} as const;

/** Equivalent conditions are offered once: “B above A” as “A below B”. */
const MIRRORED = { LT: 'GT', LTE: 'GTE', GT: 'LT', GTE: 'LTE' } as const;

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeAttached();
  for (let steps = 0; steps < 150; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('no Tab leads there');
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Replaces the content of a field. */
async function type(page: Page, target: Locator, value: string | number): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(String(value));
}

/** Moves down an open list to an option and chooses it. */
async function take(page: Page, option: Locator): Promise<void> {
  await expect(option).toBeVisible();
  for (let steps = 0; steps < 40; steps += 1) {
    if ((await option.getAttribute('data-combobox-selected')) !== null) {
      await page.keyboard.press('Enter');
      return;
    }
    await page.keyboard.press('ArrowDown');
  }
  throw new Error('no arrow leads there');
}

async function pick(page: Page, field: Locator, option: string | RegExp): Promise<void> {
  await press(page, field);
  await take(page, page.getByRole('option', { name: option }).first());
}

test('KIT-120 a new kit, built by keyboard, calls every well of the demo run like the seeded one', async ({
  page,
  address,
  signIn,
  expectAccessible,
}) => {
  test.setTimeout(300_000);
  const name = `By hand ${Date.now().toString(36).slice(-4)}`;
  const api = await apiOf(address, demoUser.rdAdmin);
  const seeded = await storedSettings(api, SEEDED);
  const runs = await api<KitRun[]>('GET', `/analysers/${seeded.analyserId}/runs`);
  // The largest run, and the first of those.
  const [demo] = runs.toSorted((a, b) => b.wells - a.wells || a.businessId - b.businessId);
  const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
  const list = (label: string) => page.getByRole('combobox', { name: label, exact: true });
  await signIn(demoUser.rdAdmin, { at: '/admin/configuration?tab=kits' });

  // Kit, buffer, analyser, and the curves of a run without this kit.
  await press(page, page.getByRole('button', { name: 'Add kit' }));
  // Enter opens the menu on its first item.
  await expect(page.getByRole('menuitem', { name: 'New kit' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Add kit' }).getByRole('textbox')).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await type(page, list('Reaction buffer'), `${name} buffer`);
  await take(page, page.getByRole('option', { name: `Add “${name} buffer”` }));
  await pick(page, list('Analyser'), /^Bio-Rad CFX96\b/);
  await pick(page, list('Run'), new RegExp(`^Run ${demo?.businessId ?? ''}\\b`));

  // Phases and zones, as in the seeded kit.
  for (const { phaseType, minThreshold, zones } of seeded.phases.toSorted((a, b) =>
    a.phaseType.localeCompare(b.phaseType),
  )) {
    await press(page, page.getByRole('button', { name: `Add ${phaseType}` }));
    const phase = page.getByRole('region', { name: phaseType, exact: true });
    await type(page, phase.getByRole('textbox', { name: 'Min. threshold' }), minThreshold);
    for (const { name: letter, minTemp, maxTemp, label } of zones) {
      await press(page, page.getByRole('button', { name: `Add zone to ${phaseType}` }));
      await type(page, field(`Min °C, zone ${letter}`), minTemp);
      await type(page, field(`Max °C, zone ${letter}`), maxTemp);
      await type(page, field(`Label, zone ${letter}`), label);
    }
  }

  // Combinations. The first diagnostic of each name is added where it is needed, with its colour.
  await tabTo(page, page.getByRole('radio', { name: /^(Seen or set|All) \d+$/, checked: true }));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(/^All 16$/)).toBeVisible();
  const added = new Set<string>();
  for (const { combination, diagnosticColor, expressions } of seeded.rules) {
    if (diagnosticColor === null) continue;
    const { name: diagnostic } = diagnosticColor.diagnostic;
    const zones = combination.zones.length === 0 ? 'NONE' : combination.zones.join(' + ');
    const called = list(`Diagnostic of ${zones}`);
    if (added.has(diagnostic)) {
      await pick(page, called, new RegExp(`${diagnosticText(diagnostic)}$`));
    } else {
      const dialog = page.getByRole('dialog', { name: `Add a diagnostic to ${name}` });
      await pick(page, called, 'Add a diagnostic …');
      await pick(
        page,
        dialog.getByRole('combobox', { name: 'Diagnostic' }),
        new RegExp(`^${diagnosticText(diagnostic)}$`),
      );
      if (added.size === 0) await pickColour(page, dialog, expectAccessible);
      await press(page, dialog.getByRole('button', { name: 'Save' }));
      await expect(dialog).toBeHidden();
      added.add(diagnostic);
    }
    for (const expression of expressions) {
      const { firstOperand, operator, secondOperand } = expression;
      await press(page, page.getByRole('button', { name: `Add condition to ${zones}`, exact: true }));
      const mirrored = {
        firstOperand: secondOperand,
        operator: operator in MIRRORED ? MIRRORED[operator as keyof typeof MIRRORED] : operator,
        secondOperand: firstOperand,
      };
      const isMirrored = expressionText(mirrored) < expressionText(expression);
      await pick(page, list(`Condition 1 of ${zones}`), expressionText(isMirrored ? mirrored : expression));
    }
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible({ onlyColours: true });
  await press(page, page.getByRole('button', { name: 'Save', exact: true }));
  await expect(page.getByText(`Kit ${name} v1 updated.`)).toBeVisible();

  const own = { kit: name, analyser: SEEDED.analyser, channel: SEEDED.channel };
  const runId = demo?.runId ?? '';
  const ownCalls = await evaluatedBy(api, { ...own, runId });
  expect(new Set(ownCalls.values()).size).toBeGreaterThan(3);
  expect(ownCalls).toEqual(await evaluatedBy(api, { ...SEEDED, runId }));
});

/** Uses the palette by keyboard: another colour, the warning if it is similar, and the default again. */
async function pickColour(
  page: Page,
  dialog: Locator,
  expectAccessible: (options?: AxeOptions) => Promise<void>,
): Promise<void> {
  await press(page, dialog.getByRole('button', { name: /^Colour #/ }));
  const hex = page.getByRole('textbox', { name: 'Colour code' });
  await type(page, hex, '#123456');
  await expectAccessible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible({ onlyColours: true, within: '[role=dialog]' });
  await page.emulateMedia({ colorScheme: 'light' });
  await tabTo(page, hex);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Colour #123456' })).toBeFocused();
}
