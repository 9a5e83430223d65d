import { packPoints, type ChartPoints, type ChartWell } from '@curvewell/domain';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { type Answers, refusal, showPage } from '../../../test/a-page.tsx';
import { aChart, aColor, aDiagnostic, aRun, idOf } from '../../../test/a-run.ts';
import { InterpretationReview } from './interpretation-review.tsx';
import { withUpdates } from './state/review-wells.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

const packed = (height: number): ChartPoints =>
  packPoints({ temperature: Float64Array.of(50, 55, 60), value: Float64Array.of(0, height, 0) });

/** The wells of a run with curves in both phases. */
const withCurves: readonly ChartWell[] = aChart.map((well, index) => ({
  ...well,
  data: (['ANNEAL', 'MELT'] as const).map((type) => ({ type, chartPoints: packed(100 + index), peaks: [] })),
}));

const OTHER = idOf('41');
const place = (positions: readonly string[]) => ({
  runId: OTHER,
  businessId: 41,
  runDate: '2026-11-12T08:00:00.000Z',
  status: 'REJECTED',
  positions,
});
const REFERENCES = `GET /api/run/${aRun.id}/well/${idOf('a1')}/references`;
const FLUORESCENCE = `GET /api/run/${aRun.id}/fluorescence`;

interface Reviewed {
  readonly at?: string;
  readonly answers?: Answers;
  readonly wells?: readonly ChartWell[];
  readonly isArchived?: boolean;
}

async function review({
  at = '?wells=A1',
  answers = {},
  wells = withCurves,
  isArchived = false,
}: Reviewed = {}) {
  const page = showPage(
    <InterpretationReview
      run={aRun}
      interpreted={withUpdates(aRun, wells)}
      isArchived={isArchived}
      onReject={() => undefined}
      onReinterpret={() => undefined}
    />,
    { answers, at: `/run/${aRun.id}/interpretation${at}` },
  );
  await screen.findByRole('figure');
  return page;
}

const figure = (name: string) => screen.findByRole('figure', { name });

test('REVIEW-350 f and the button switch to a large chart of both phases, and back', async () => {
  const { router } = await review();
  fireEvent.keyDown(screen.getByRole('gridcell', { name: /^A1,/ }), { key: 'f' });
  await figure('Curves of 1 well, ANNEAL and MELT, FAM');
  expect(router.state.location.search).toContain('chart=large');
  expect(screen.queryByRole('tablist')).toBeNull();
  // What the panel held is under the plate.
  expect(screen.getByRole('article', { name: 'A1' })).toBeTruthy();
  fireEvent.keyDown(screen.getByRole('figure'), { key: 'f' });
  await figure('Curves of 1 well, ANNEAL, FAM');
  expect(router.state.location.search).not.toContain('chart=');
  fireEvent.click(screen.getByRole('button', { name: /^Large/ }));
  fireEvent.click(await screen.findByRole('button', { name: /^Large plate/ }));
  await screen.findByRole('tablist');
});

test('REVIEW-350 comments and export need the panel; the address opens the large chart', async () => {
  await review({ at: '?chart=large' });
  await figure('Curves of 2 wells, ANNEAL and MELT, FAM');
  fireEvent.keyDown(screen.getByRole('figure'), { key: 'e' });
  await screen.findByRole('tablist');
  fireEvent.click(screen.getByRole('tab', { name: 'Wells' }));
  await figure('Curves of 2 wells, ANNEAL and MELT, FAM');
});

test('REVIEW-351 both shows slopes and fluorescence of each phase, if the file has it', async () => {
  const wells = ['A1', 'A2'].map((position) => ({ position, chartPoints: packed(5000) }));
  const phases = (['ANNEAL', 'MELT'] as const).map((phase) => ({ phase, wells }));
  const { requests } = await review({ at: '?chart=large', answers: { [FLUORESCENCE]: phases } });
  const titles = () => screen.queryAllByText('Fluorescence (RFU)').length;
  expect(titles()).toBe(0);
  expect(requests.some(({ address }) => address.includes('fluorescence'))).toBe(false);
  fireEvent.click(screen.getByRole('radio', { name: 'Both' }));
  await waitFor(() => {
    expect(titles()).toBe(2);
  });
  expect(screen.getAllByText('d/dt fluorescence')).toHaveLength(2);
  fireEvent.click(screen.getByRole('radio', { name: 'Fluorescence' }));
  await waitFor(() => {
    expect(screen.queryAllByText('d/dt fluorescence')).toHaveLength(0);
  });
});

test('REVIEW-351 the chart says when there is no fluorescence', async () => {
  await review({ at: '?chart=large', answers: { [FLUORESCENCE]: [] } });
  fireEvent.click(screen.getByRole('radio', { name: 'Both' }));
  expect(await screen.findByText(/^The file has no fluorescence/)).toBeTruthy();
  // The slopes remain.
  expect(screen.getAllByText('d/dt fluorescence')).toHaveLength(2);
});

/** The count of lines drawn behind the curves. */
const behind = () => [...document.querySelectorAll('[role=figure] canvas')][0]?.getAttribute('data-curves');

test('REVIEW-370 the curves are compared with the same sample in an earlier run, while its well is selected', async () => {
  const answers = {
    [REFERENCES]: { sample: [place(['A2'])], lot: [], kit: [place(['A1', 'A2'])] },
    [`GET /api/run/${OTHER}/chart`]: withCurves,
  };
  await review({ answers });
  await waitFor(() => {
    expect(behind()).toBe('0');
  });
  fireEvent.click(screen.getByRole('button', { name: 'Compare' }));
  fireEvent.click(
    await screen.findByRole('menuitemradio', { name: 'Run 41 (Rejected), 12-11-2026, 1 well' }),
  );
  await waitFor(() => {
    expect(behind()).toBe('1');
  });
  const name = aRun.analyses[0]?.wells['A1']?.name ?? '';
  expect(screen.getByText(`${name} in run 41 (Rejected)`)).toBeTruthy();
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Run 41 (Rejected), 12-11-2026, 2 wells' }));
  await waitFor(() => {
    expect(behind()).toBe('2');
  });
  fireEvent.click(
    screen.getByRole('button', { name: 'Stop comparing with Run 41 (Rejected), 2 wells', hidden: true }),
  );
  expect(behind()).toBe('0');
});

test('REVIEW-428 the comparison with the same sample follows the selection, until it is stopped', async () => {
  const ofSecond = `GET /api/run/${aRun.id}/well/${idOf('a2')}/references`;
  const { router } = await review({
    answers: {
      [REFERENCES]: { sample: [place(['A2'])], lot: [], kit: [] },
      [ofSecond]: { sample: [], lot: [], kit: [] },
      [`GET /api/run/${OTHER}/chart`]: withCurves,
    },
  });
  const name = (position: string) => aRun.analyses[0]?.wells[position]?.name ?? '';
  const select = (position: string) =>
    act(() => router.navigate(`/run/${aRun.id}/interpretation?wells=${position}`));
  fireEvent.click(screen.getByRole('button', { name: 'Compare' }));
  const choice = await screen.findByRole('menuitemradio', { name: /^Run 41/ });
  fireEvent.click(choice);
  await waitFor(() => {
    expect(choice.getAttribute('aria-checked')).toBe('true');
  });
  await waitFor(() => {
    expect(behind()).toBe('1');
  });
  await select('A2');
  expect(await screen.findByText(`${name('A2')} in earlier runs: none`)).toBeTruthy();
  expect(behind()).toBe('0');
  await select('A1');
  expect(await screen.findByText(`${name('A1')} in run 41 (Rejected)`)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /^Stop comparing/, hidden: true }));
  await select('A2');
  expect(screen.queryByText(/in earlier runs: none/)).toBeNull();
});

test('REVIEW-370 the legend says if a chart cannot be loaded', async () => {
  await review({
    answers: {
      [REFERENCES]: { sample: [], lot: [place(['A2'])], kit: [] },
      [`GET /api/run/${OTHER}/chart`]: refusal('Broken.'),
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Compare' }));
  fireEvent.click(
    await screen.findByRole('menuitemradio', { name: 'Controls and standards of 1 approved run' }),
  );
  const legend = screen.getByRole('group', { name: 'Curves shown', hidden: true });
  expect(await within(legend).findByText(/\(could not be loaded\)$/)).toBeTruthy();
});

test('REVIEW-370 an archived run says that it must be restored for other curves', async () => {
  const { requests } = await review({ isArchived: true, at: '?wells=A1&chart=large' });
  fireEvent.click(screen.getByRole('radio', { name: 'Both' }));
  expect(await screen.findByText(/^To see the fluorescence, restore the run/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Compare' }));
  expect(await screen.findByText(/^To compare with other runs, restore this run/)).toBeTruthy();
  expect(requests.filter(({ address }) => /fluorescence|references/.test(address))).toEqual([]);
});

const drawn = () =>
  [...document.querySelectorAll('path[data-curve]')].map((path) => path.getAttribute('data-curve'));

test('REVIEW-354 a result that is hidden is drawn again where it is the only one', async () => {
  const wells = withCurves.map((well, index) =>
    index === 0
      ? well
      : {
          ...well,
          interpretedWellDiagnostics: [
            { ...aDiagnostic('INITIAL', aColor('HETEROZYGOUS', 'c2')), stateDiagnostic: 'INITIAL' as const },
          ],
        },
  );
  const { router } = await review({ at: '', wells });
  await waitFor(() => {
    expect(drawn().toSorted()).toEqual(['A1', 'A2']);
  });
  fireEvent.click(screen.getByRole('button', { name: /NEGATIVE$/ }));
  await waitFor(() => {
    expect(drawn()).toEqual(['A2']);
  });
  await act(() => router.navigate(`/run/${aRun.id}/interpretation?wells=A1`));
  await waitFor(() => {
    expect(drawn()).toEqual(['A1']);
  });
});

test('REVIEW-353 the cross-hair of the large chart does not stay in the small one', async () => {
  await review({ at: '?wells=A1&chart=large' });
  const crosses = () => document.querySelectorAll('[data-cross]').length;
  fireEvent.keyDown(screen.getByRole('figure'), { key: 'ArrowRight' });
  await waitFor(() => {
    expect(crosses()).toBe(2);
  });
  fireEvent.keyDown(screen.getByRole('figure'), { key: 'f' });
  await figure('Curves of 1 well, ANNEAL, FAM');
  expect(crosses()).toBe(0);
});
