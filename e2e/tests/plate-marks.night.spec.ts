import { platePositions } from '@curvewell/domain';
import type { Page } from 'playwright/test';

import { makeRun, type MadeWell, type WellContent } from '../support/run-maker.ts';
import { demoUser, expect, test } from '../support/test.ts';

const SAMPLES = ['wild', 'heterozygous', 'mutated'] as const;
const CONTROLS: Readonly<Record<string, WellContent>> = {
  D5: 'contaminated',
  D12: 'positive',
  H11: 'negative',
  H12: 'wrongStandard',
};
/** A full plate with a failed control, a standard that is not as expected, and doubtful samples. */
const WELLS = platePositions('RECTANGULAR_384').map((position, index): MadeWell => {
  const content = CONTROLS[position] ?? (position === 'B3' ? 'near' : SAMPLES[index % SAMPLES.length]);
  return { position, name: `S-${position}`, content: content ?? 'wild' };
});

interface Marked {
  readonly name: string;
  readonly marks: number;
  /** A mark and the code have common pixels. */
  readonly isCovered: boolean;
}

/** The wells with a mark. */
const markedWells = (page: Page): Promise<Marked[]> =>
  page.getByRole('gridcell').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const marks = [...cell.querySelectorAll('[data-mark] circle')];
      const code = [...cell.querySelectorAll('span')].find(
        (span) => span.children.length === 0 && /^(?:[A-Z?]|OK|KO)$/.test(span.textContent),
      );
      if (marks.length === 0 || code === undefined) return [];
      const words = document.createRange();
      words.selectNodeContents(code);
      const of = words.getBoundingClientRect();
      return [
        {
          name: (cell.textContent || '').split(',')[0] ?? '',
          marks: marks.length,
          isCovered: marks.some((mark) => {
            const { left, right, top, bottom } = mark.getBoundingClientRect();
            const [x, y] = [(left + right) / 2, (top + bottom) / 2];
            // The point of the text that is nearest to the centre of the round mark.
            const dx = x - Math.max(of.left, Math.min(x, of.right));
            const dy = y - Math.max(of.top, Math.min(y, of.bottom));
            return Math.hypot(dx, dy) < (right - left) / 2;
          }),
        },
      ];
    }),
  );

test('REVIEW-336 on 384 wells only wells that differ have a mark beside their code, and the selection is one outline', async ({
  page,
  baseURL,
  signIn,
}) => {
  const run = await makeRun(baseURL ?? '', {
    state: 'submitted',
    wells: WELLS,
    plateType: 'RECTANGULAR_384',
    channels: ['FAM'],
  });
  await page.setViewportSize({ width: 1366, height: 768 });
  await signIn(demoUser.physician, { at: `/run/${run.id}/interpretation` });
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Whole plate' }).getByRole('button', { name: /D5 failed.*380 held/ }),
  ).toBeVisible();
  const marked = await markedWells(page);
  expect(marked.map(({ name }) => name)).toEqual(expect.arrayContaining(['D5', 'H12', 'B3']));
  // 380 samples are held; none has a mark for that.
  expect(marked.length).toBeLessThan(10);
  expect(marked.filter(({ marks, isCovered }) => marks > 1 || isCovered)).toEqual([]);
  await expect(page.getByRole('gridcell', { name: /^A1,.*held by D5, H12/ })).toBeVisible();

  await page.getByRole('button', { name: 'Select all' }).click();
  await expect(page.locator('[data-selection="region"] path')).toHaveCount(1);
  const table = page.getByRole('table', { name: '384 wells selected' });
  await expect(table).toHaveAttribute('aria-rowcount', '385');
  expect(await table.getByRole('row').count()).toBeLessThan(60);
  // The last row, a control without flags, is reached by a key, although it is not rendered at first.
  await table.getByRole('rowheader').first().getByRole('button').focus();
  await page.keyboard.press('End');
  await expect(table.getByRole('button', { name: 'H11' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: 'H11' })).toBeVisible();
});
