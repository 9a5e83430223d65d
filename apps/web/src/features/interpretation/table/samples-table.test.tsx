import { type Run, usedChannelRules } from '@curvewell/domain';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { text } from '../../../locale/text.ts';
import { showPage } from '../../../../test/a-page.tsx';
import { aChart, aColor, aRun, idOf } from '../../../../test/a-run.ts';
import { InterpretationReview } from '../interpretation-review.tsx';
import { withUpdates } from '../state/review-wells.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

const [fam] = aRun.analyses;
/** S-1 in A1 and S-2 in A2. */
const RUN: Run = {
  ...aRun,
  analyses: [
    {
      ...fam!,
      wells: Object.fromEntries(
        Object.entries(fam!.wells).map(([position, well], index) => [
          position,
          { ...well, name: `S-${index + 1}` },
        ]),
      ),
    },
  ],
};
const WITH_RULES: Run = {
  ...RUN,
  channelRules: [
    {
      kitVersionId: idOf('1'),
      settings: usedChannelRules([
        {
          conditions: [{ channel: 'FAM', diagnostic: 'NEGATIVE' }],
          result: { name: 'Not found', meaning: 'negative' },
        },
      ]),
    },
  ],
};

/** A1 Negative, A2 Heterozygous. */
async function review(run: Run, wells = '') {
  const chart = aChart.map((well, index) =>
    index === 0
      ? well
      : {
          ...well,
          interpretedWellDiagnostics: [
            { ...well.interpretedWellDiagnostics[0]!, diagnosticColor: aColor('HETEROZYGOUS', 'c2') },
          ],
        },
  );
  showPage(
    <InterpretationReview
      run={run}
      interpreted={withUpdates(run, chart)}
      isArchived={false}
      onReject={() => undefined}
      onReinterpret={() => undefined}
    />,
    { answers: {}, at: `/run/${run.id}/interpretation?wells=${wells}` },
  );
  await screen.findByRole('tablist');
}

async function bySample(run: Run) {
  await review(run);
  fireEvent.click(screen.getByRole('button', { name: text.plate.showAsTable }));
  fireEvent.click(screen.getByRole('radio', { name: 'Samples' }));
  return screen.findByRole('table', { name: 'Results of 2 samples and controls' });
}
const cellsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

test('REVIEW-421 the review lists the samples with their combined results, incomplete ones first', async () => {
  const table = await bySample(WITH_RULES);
  const [heads, first, second] = cellsOf(table);
  expect(heads).toEqual(['Sample', 'Combined result', 'Wells', 'FAM', 'Notes', 'Type']);
  expect(first?.slice(0, 3)).toEqual(['S-2', 'No combined result, but FAM X HETEROZYGOUS in A2', 'A2']);
  expect(screen.getByText('2 samples, 1 incomplete, 1 with an unreported positive well')).toBeTruthy();
  expect(first?.[4]).toMatch(/^No rule of the kit applies to FAM: X HETEROZYGOUS in A2$/);
  expect(second?.slice(0, 3)).toEqual(['S-1', 'Not found', 'A1']);
  expect(second?.[4]).toBe('');
  fireEvent.click(within(table).getByRole('button', { name: 'Sample' }));
  expect(cellsOf(table).map(([name]) => name)).toEqual(['Sample', 'S-1', 'S-2']);
});

test('REVIEW-422 a sample and its cells select the wells behind them, by keyboard too', async () => {
  const table = await bySample(WITH_RULES);
  const rowOf = (name: string) => within(table).getByRole('button', { name: `Select the wells of ${name}` });
  // One tab stop; arrow keys move between rows and cells.
  expect(
    within(table)
      .getAllByRole('button')
      .filter(({ tabIndex }) => tabIndex === 0),
  ).toHaveLength(7);
  rowOf('S-2').focus();
  fireEvent.keyDown(rowOf('S-2'), { key: 'ArrowDown' });
  expect(document.activeElement).toBe(rowOf('S-1'));
  fireEvent.keyDown(rowOf('S-1'), { key: 'ArrowRight' });
  const cell = within(table).getByTitle('Select the wells of S-1 in FAM');
  expect(document.activeElement).toBe(cell);
  fireEvent.click(cell);
  expect(await screen.findByText(/Sample S-1: Not found, by rule 1 of the kit/)).toBeTruthy();
  expect(rowOf('S-1').closest('tr')!.dataset['selected']).toBe('true');
});

test('REVIEW-423 wells of a sample without a combined result are unresolved, and “Why?” says so', async () => {
  await review(WITH_RULES, 'A2');
  expect(
    await screen.findByText(
      /^Sample S-2: No combined result, but FAM X HETEROZYGOUS in A2\. No rule of the kit applies to/,
    ),
  ).toBeTruthy();
  expect(screen.getAllByText(/sample S-2 has no combined result/).length).toBeGreaterThan(0);
});

test('REVIEW-449 the card and the name of a well state the combined result of its sample, with its channels', async () => {
  await review(WITH_RULES, 'A1');
  const line = 'Sample: Not found. FAM: N NEGATIVE in A1';
  const card = await screen.findByRole('article', { name: 'A1' });
  expect(within(card).getByText(line)).toBeTruthy();
  expect(screen.getByRole('gridcell', { name: new RegExp(`^A1, .*, ${line}$`) })).toBeTruthy();
  cleanup();
  await review(RUN, 'A1');
  expect(within(await screen.findByRole('article', { name: 'A1' })).queryByText(/^Sample: /)).toBeNull();
});

test('REVIEW-420 a run without rules has the table by sample, and no combined result', async () => {
  const table = await bySample(RUN);
  const [heads, ...rows] = cellsOf(table);
  expect(heads).toEqual(['Sample', 'Wells', 'FAM', 'Notes', 'Type']);
  expect(rows.map((cells) => [cells[0], cells[3]])).toEqual([
    ['S-1', ''],
    ['S-2', ''],
  ]);
});

test('REVIEW-427 beside a combined result a channel shows letters, and its words to screen readers; without rules it shows both', async () => {
  const hidden = (table: HTMLElement) =>
    [...table.querySelectorAll('.visually-hidden')].map(({ textContent }) => textContent);
  expect(hidden(await bySample(WITH_RULES))).toEqual(['HETEROZYGOUS (doubt)', 'NEGATIVE']);
  cleanup();
  expect(hidden(await bySample(RUN))).toEqual([]);
});
