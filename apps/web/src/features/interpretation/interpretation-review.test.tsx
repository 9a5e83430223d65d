import {
  platePositions,
  type InterpretedWell,
  type Run,
  type RunPermissions,
  type Well,
} from '@curvewell/domain';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { type Answers, refusal, showPage, timeOf } from '../../../test/a-page.tsx';
import { aChart, aColor, aComment, aDiagnostic, aRun, idOf } from '../../../test/a-run.ts';
import { InterpretationReview } from './interpretation-review.tsx';
import { withUpdates } from './state/review-wells.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

const RUN = `/api/run/${aRun.id}`;
const may = (permissions: Partial<RunPermissions>, run: Partial<Run> = {}): Run => ({
  ...aRun,
  permissions: {
    ...aRun.permissions,
    canUpdate: false,
    canDecide: false,
    canApprove: false,
    ...permissions,
  },
  ...run,
});

interface Shown {
  readonly wells?: string;
  readonly answers?: Answers;
  readonly interpreted?: readonly InterpretedWell[];
}

async function review(run: Run = aRun, { wells = '', answers = {}, interpreted }: Shown = {}) {
  const page = showPage(
    <InterpretationReview
      run={run}
      interpreted={interpreted ?? withUpdates(run, aChart)}
      isArchived={false}
      onReject={() => undefined}
      onReinterpret={() => undefined}
    />,
    { answers, at: `/run/${run.id}/interpretation?wells=${wells}` },
  );
  // The plate is drawn after its place has been measured.
  if (interpreted?.length !== 0) await screen.findByRole('tablist');
  return page;
}

const press = (name: RegExp | string) => {
  fireEvent.click(screen.getByRole('button', { name }));
};
const isOff = (name: RegExp | string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
const cardOf = (position: string) => screen.getByRole('article', { name: position });

function ofWell(changes: Partial<Well>): Run {
  const [fam] = aRun.analyses;
  const a1 = fam?.wells['A1'];
  if (fam === undefined || a1 === undefined) throw new Error('the run has a well A1');
  return { ...aRun, analyses: [{ ...fam, wells: { ...fam.wells, A1: { ...a1, ...changes } } }] };
}

const UPDATE = /^Update diagnostic/;
const SAVE = /^Save result/;
const COLORS = `/api/kit/${idOf('1')}/analyser/${idOf('1')}/reaction-buffer/${idOf('1')}/channel/FAM/diagnostic-colors`;

/** Opens the form of A1, which is Negative and may become Heterozygous. */
async function openForm(answers: Answers = {}) {
  const page = await review(aRun, {
    wells: 'A1',
    answers: {
      [`GET ${COLORS}`]: [aColor('NEGATIVE', 'c1'), aColor('HETEROZYGOUS', 'c2')],
      'GET /api/kit/test-diagnostic-colors': [],
      ...answers,
    },
  });
  press(UPDATE);
  await screen.findByRole('radio', { name: /HETEROZYGOUS/ });
  return page;
}

function saveHeterozygous() {
  fireEvent.click(screen.getByRole('radio', { name: /HETEROZYGOUS/ }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Reason' }), { target: { value: 'Repeat agrees' } });
  press(SAVE);
}

test('REVIEW-19 closing the run returns to the list of runs', async () => {
  const { router } = await review();
  press('Close run');
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/');
  });
});

test('REVIEW-01 the header shows run, instrument, and who did what', async () => {
  const at = '2026-11-20T10:42:00Z';
  const acts = { ...aRun.acts, submitted: { name: 'T. Holm', at }, approved: { name: 'I. Lindqvist', at } };
  await review({ ...aRun, acts, plateId: 'P-7', ftpSent: true });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Run 1284');
  expect(screen.getByText('plate.xlsx')).toBeTruthy();
  const facts = screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
  expect(Object.fromEntries(facts)).toMatchObject({
    Instrument: 'Cycler 2',
    'Plate id': 'P-7',
    'Run by': 'M. Okafor',
    'Interpreted by': 'M. Okafor',
    'Submitted by': expect.stringMatching(/^T\. Holm, 20-11-2026 /) as string,
    'Approved by': expect.stringMatching(/^I\. Lindqvist, 20-11-2026 /) as string,
  });
  expect(screen.getByRole('img', { name: 'Sent to the file server' })).toBeTruthy();
});

test('REVIEW-12 a well has the colour of its result', async () => {
  const colors = ['#ffd60f', '#13a0c4'];
  const interpreted = aChart.map((well, index) => {
    const color = { ...aColor('NEGATIVE', 'c1'), color: colors[index] ?? '' };
    return { ...well, interpretedWellDiagnostics: [aDiagnostic('INITIAL', color)] };
  });
  await review(aRun, { interpreted });
  const fillOf = (name: RegExp) =>
    screen.getByRole('gridcell', { name }).querySelector('svg [fill^="#"]')?.getAttribute('fill');
  expect([fillOf(/^A1,/), fillOf(/^A2,/)]).toEqual(colors);
});

test('SHELL-162 a link to another well of the open run selects that well', async () => {
  const { router } = await review(aRun, { wells: 'A1' });
  expect(cardOf('A1')).toBeTruthy();
  await act(() => router.navigate(`/run/${aRun.id}/interpretation?wells=A2`));
  expect(await screen.findByRole('article', { name: 'A2' })).toBeTruthy();
  expect(screen.queryByRole('article', { name: 'A1' })).toBeNull();
  expect(screen.getByRole('gridcell', { name: /^A2,/ }).tabIndex).toBe(0);
});

test('REVIEW-15 radio buttons choose among several channels', async () => {
  const [fam] = aRun.analyses;
  if (fam === undefined) throw new Error('the run has a channel');
  const a1 = { ...fam.wells['A1'], name: 'In the other channel', channel: 'TEXAS_RED' } as const;
  const red = { ...fam, id: idOf('2'), channel: 'TEXAS_RED', wells: { A1: a1 } } as (typeof aRun.analyses)[0];
  const interpreted = [...aChart, ...aChart.slice(0, 1).map((well) => ({ ...well, channel: 'TEXAS_RED' }))];
  await review(
    { ...aRun, analyses: [fam, red] },
    { wells: 'A1', interpreted: interpreted as InterpretedWell[] },
  );
  const channels = screen.getByRole('radiogroup', { name: 'Channel' });
  const labels = within(channels)
    .getAllByRole('radio')
    .map((radio) => radio.closest('label, div')?.textContent);
  expect(labels).toEqual([
    expect.stringMatching(/^Channel 1 · FAM/),
    expect.stringMatching(/^Channel 2 · TEXAS_RED/),
  ]);
  expect(within(cardOf('A1')).queryByText('In the other channel')).toBeNull();
  fireEvent.click(within(channels).getByRole('radio', { name: /TEXAS_RED/ }));
  expect(within(cardOf('A1')).getByText('In the other channel')).toBeTruthy();
  cleanup();
  await review(aRun);
  expect(screen.queryByRole('radiogroup', { name: 'Channel' })).toBeNull();
});

test('REVIEW-16 the panel shows one thing at a time', async () => {
  await review(aRun, { wells: 'A1' });
  const shown = () => [
    screen.queryByRole('article', { name: 'A1' }) !== null,
    screen.queryByText('No comments on this run.') !== null,
    screen.queryByRole('button', { name: 'Export' }) !== null,
  ];
  expect(shown()).toEqual([true, false, false]);
  fireEvent.click(screen.getByRole('tab', { name: 'Run comments' }));
  expect(shown()).toEqual([false, true, false]);
  fireEvent.click(screen.getByRole('tab', { name: 'Export' }));
  expect(shown()).toEqual([false, false, true]);
});

const EXPORT = `POST /api/run/export/${aRun.id}`;
const openExport = async (answers: Answers) => {
  await review(aRun, { answers });
  fireEvent.click(screen.getByRole('tab', { name: 'Export' }));
};

test('EXPORT-08 the export panel has Cancel and Export, and a spinner during the export', async () => {
  await openExport({ [EXPORT]: () => new Promise<Response>(() => undefined) });
  const button = screen.getByRole('button', { name: 'Export' });
  expect(button.querySelector('.mantine-Loader-root')).toBeNull();
  fireEvent.click(button);
  await waitFor(() => {
    expect(button.querySelector('.mantine-Loader-root')).toBeTruthy();
  });
  const panel = within(button.closest('form') ?? document.body);
  expect(panel.getByRole('status').textContent).toBe('Creating the file …');
  fireEvent.click(panel.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
});

test('EXPORT-11 ERR-29 a failed export is reported, and the panel closes', async () => {
  await openExport({ [EXPORT]: refusal('Disk full.') });
  press('Export');
  const title = await screen.findByText('An error occurred during the export file generation.');
  expect(title.closest('[role=alert]')?.textContent).toContain('Disk full.');
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
});

test('REVIEW-20 results can be submitted once there are some', async () => {
  const { router } = await review(may({ canSubmit: true }));
  press('Submit results');
  await waitFor(() => {
    expect(router.state.location.search).toBe('?check=submit');
  });
  cleanup();
  await review(may({ canSubmit: true }), { interpreted: [] });
  expect(screen.queryByRole('button', { name: 'Submit results' })).toBeNull();
});

test('REVIEW-22 the run can be deleted, or archived and deleted, never both', async () => {
  const offered = async (permissions: Partial<RunPermissions>) => {
    cleanup();
    await review(may(permissions));
    return ['Delete run', 'Archive and delete'].map(
      (name) => screen.queryByRole('button', { name }) !== null,
    );
  };
  expect(await offered({})).toEqual([false, false]);
  expect(await offered({ canDelete: true })).toEqual([true, false]);
  expect(await offered({ canDelete: true, canArchiveAndDelete: true })).toEqual([false, true]);
});

test('ARCHIVE-09 plain archiving does not delete the run', async () => {
  const { changes } = await review(may({ canArchive: true }), { answers: { [`POST ${RUN}/archive`]: null } });
  press('Archive');
  fireEvent.click(await screen.findByRole('button', { name: 'OK' }));
  await waitFor(() => {
    expect(changes()).toHaveLength(1);
  });
  expect(JSON.stringify(changes()[0])).toContain('markAsToDelete');
  expect(JSON.stringify(changes()[0])).toMatch(/markAsToDelete"?[:=]false/);
});

test('REVIEW-23 the footer offers to archive only runs that may be archived', async () => {
  await review(may({ canArchive: true }));
  expect(screen.getByRole('button', { name: 'Archive' })).toBeTruthy();
  cleanup();
  await review(may({}));
  expect(screen.queryByRole('button', { name: 'Archive' })).toBeNull();
});

test('REVIEW-24 the files of a run can be sent if its permissions allow it', async () => {
  const { changes } = await review(may({ canSendFiles: true }));
  press('Send to file server');
  await waitFor(() => {
    expect(changes()).toHaveLength(1);
  });
  cleanup();
  await review(may({}));
  expect(screen.queryByRole('button', { name: 'Send to file server' })).toBeNull();
});

/** Performs a refused action and expects its message for `ms`; the dialog closes. */
async function expectRefusal(
  may_: keyof RunPermissions,
  button: string,
  yes: string,
  message: string,
  ms: number,
) {
  await review(may({ [may_]: true }));
  press(button);
  fireEvent.click(await screen.findByRole('button', { name: yes }));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getByText(/is not there\.$/)).toBeTruthy();
  expect(timeOf(message)).toBe(ms);
  await waitFor(() => {
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
}

interface NoticeCase {
  readonly may_: keyof RunPermissions;
  readonly button: string;
  /** The button that confirms it; omitted if nothing is asked. */
  readonly yes?: string;
  readonly call: string;
  readonly answer: unknown;
  readonly notice: string;
}
const noContent = new Response(null, { status: 204 });
const NOTICE_CASES: readonly NoticeCase[] = [
  {
    may_: 'canArchive',
    button: 'Archive',
    yes: 'OK',
    call: `POST ${RUN}/archive`,
    answer: noContent,
    notice: 'Run 1284 is being archived.',
  },
  {
    may_: 'canRestore',
    button: 'Restore',
    yes: 'OK',
    call: `POST /api/archive/restore/runs/${aRun.id}`,
    answer: noContent,
    notice: 'Run 1284 restored.',
  },
  {
    may_: 'canDelete',
    button: 'Delete run',
    yes: 'Yes',
    call: `DELETE ${RUN}`,
    answer: noContent,
    notice: 'Run 1284 deleted.',
  },
  {
    may_: 'canSendFiles',
    button: 'Send to file server',
    call: `POST /api/ftp/send/run/${aRun.id}`,
    answer: { ftpSent: true },
    notice: 'Files of run 1284 sent.',
  },
];
test.each(NOTICE_CASES)(
  'ERR-49 a notice says: $notice',
  async ({ may_, button, yes, call, answer, notice }) => {
    await review(may({ [may_]: true }), { answers: { [call]: answer } });
    press(button);
    if (yes !== undefined) fireEvent.click(await screen.findByRole('button', { name: yes }));
    const title = await screen.findByText(notice);
    expect(title.closest('[role=status]')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

test('REVIEW-35 ERR-27 a run that cannot be deleted is reported', async () => {
  const message = 'An error occurred during run delete operation.';
  await expectRefusal('canDelete', 'Delete run', 'Yes', message, 5000);
});

test('ERR-26 a run that cannot be archived is reported', async () => {
  const message = 'An error occurred during run archive operation.';
  await expectRefusal('canArchive', 'Archive', 'OK', message, 5000);
});

test('ARCHIVE-17 ERR-28 a run that cannot be restored is reported for 3 s', async () => {
  await expectRefusal('canRestore', 'Restore', 'OK', 'The run could not be restored.', 3000);
});

test('ARCHIVE-18 ERR-28 a run that cannot be deleted permanently is reported for 3 s', async () => {
  const message = 'An error occurred during run delete operation.';
  await expectRefusal('canDeletePermanently', 'Delete permanently', 'Yes', message, 3000);
});

test('ERR-25 files that were not sent are reported, and only who may send them sees the button', async () => {
  const call = `POST /api/ftp/send/run/${aRun.id}`;
  await review(may({ canSendFiles: true }), { answers: { [call]: refusal('The server is silent.', 504) } });
  press('Send to file server');
  const title = await screen.findByText("File couldn't be sent to FTP server");
  expect(title.closest('[role=alert]')?.textContent).toContain('The server is silent.');
  cleanup();
  await review(may({ canSendFiles: false }));
  expect(screen.queryByRole('button', { name: 'Send to file server' })).toBeNull();
});

test('REVIEW-50 the card of a well shows its name', async () => {
  await review(aRun, { wells: 'A2' });
  expect(within(cardOf('A2')).getByText('S-A2')).toBeTruthy();
});

test('REVIEW-51 the card shows kit and reaction buffer', async () => {
  await review(aRun, { wells: 'A1' });
  expect(within(cardOf('A1')).getByText(/LCT \(RB-2\)/)).toBeTruthy();
});

test('REVIEW-51 for a kit with several channels the card shows the target of the channel', async () => {
  const kitOf = (channelAssignments: Run['kits'][number]['channelAssignments']): Run['kits'][number] => ({
    kitVersion: { id: idOf('1'), version: 'v1', kit: { id: idOf('1'), name: 'LCT' } },
    reactionBuffer: null,
    lots: [],
    validityEndDate: null,
    channelAssignments,
    requiredControls: { negative: 0, positive: 0 },
    status: 'VALIDATED',
  });
  const fam = { channel: 'FAM', label: 'LCT −13910' } as const;
  const shown = async (assignments: Parameters<typeof kitOf>[0]) => {
    cleanup();
    await review({ ...aRun, kits: [kitOf(assignments)] }, { wells: 'A1' });
    return within(cardOf('A1')).getByText(/LCT \(RB-2\)/).textContent;
  };
  expect(await shown([fam, { channel: 'TEXAS_RED', label: 'LCT −22018' }])).toMatch(
    /^LCT \(RB-2\) · LCT −13910 · /,
  );
  expect(await shown([fam])).not.toContain('−13910');
});

test('REVIEW-52 the card shows the lot', async () => {
  await review(aRun, { wells: 'A1' });
  expect(within(cardOf('A1')).getByText('26C0022')).toBeTruthy();
});

test('REVIEW-53 the card shows the sample type with the expected diagnostic', async () => {
  await review(ofWell({ sampleType: 'POSITIVE_TEST', expectedDiagnostic: aColor('HETEROZYGOUS', 'c2') }), {
    wells: 'A1',
    interpreted: aChart.map((well) => ({ ...well, sampleType: 'POSITIVE_TEST' })),
  });
  expect(within(cardOf('A1')).getByText(/expected HETEROZYGOUS$/)).toBeTruthy();
});

test('REVIEW-54 the card shows the comments, oldest first', async () => {
  const older = { ...aComment('52', 'read twice'), creationDateTime: '2026-11-19T08:12:00Z' };
  await review(ofWell({ comments: [aComment('51', 'seen'), older] }), { wells: 'A1' });
  const shownComments = within(cardOf('A1'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(shownComments).toEqual([expect.stringMatching(/^read twice/), expect.stringMatching(/^seen/)]);
});

test('REVIEW-55 the card shows the suggested result', async () => {
  await review(aRun, { wells: 'A1' });
  expect(cardOf('A1').querySelector('[data-result]')?.textContent).toMatch(/NEGATIVEsuggested$/);
});

test('REVIEW-56 the panel clears the selection', async () => {
  await review(aRun, { wells: 'A1' });
  fireEvent.click(within(cardOf('A1')).getByRole('button', { name: 'Clear selection' }));
  await waitFor(() => {
    expect(screen.queryByRole('article', { name: 'A1' })).toBeNull();
  });
});

test('REVIEW-57 the diagnostic can be changed only for a single well of an editable run', async () => {
  const isOffered = async (run: Run, wells: string) => {
    cleanup();
    await review(run, { wells });
    const button = screen.queryByRole<HTMLButtonElement>('button', { name: UPDATE });
    return button !== null && !button.disabled;
  };
  expect(await isOffered(aRun, 'A1')).toBe(true);
  expect(await isOffered(aRun, 'A1-A2')).toBe(false);
  expect(await isOffered(may({}), 'A1')).toBe(false);
});

test("REVIEW-58 the form has the well's diagnostics, Cancel and Save", async () => {
  await openForm();
  expect(screen.getByRole('radio', { name: /HETEROZYGOUS/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: SAVE })).toBeTruthy();
  press(/^Leave unchanged/);
  expect(screen.queryByRole('button', { name: SAVE })).toBeNull();
});

test('REVIEW-59 the current diagnostic cannot be chosen, and nothing is saved without a choice', async () => {
  await openForm();
  expect(screen.queryByRole('radio', { name: /NEGATIVE/ })).toBeNull();
  fireEvent.change(screen.getByRole('textbox', { name: 'Reason' }), { target: { value: 'Repeat agrees' } });
  expect(isOff(SAVE)).toBe(true);
  fireEvent.click(screen.getByRole('radio', { name: /HETEROZYGOUS/ }));
  expect(isOff(SAVE)).toBe(false);
});

const reasonField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Reason' });
const UPDATED = `PATCH ${RUN}/interpreted-wells`;

test('REVIEW-163 a reason is chosen by click or key, fills the field and can be edited', async () => {
  await openForm();
  const choice = screen.getByRole('radio', { name: /HETEROZYGOUS/ });
  press(/Repeat of the sample agrees$/);
  expect(reasonField().value).toBe('Repeat of the sample agrees');
  fireEvent.keyDown(choice, { key: '1' });
  expect(reasonField().value).toBe('Second peak is a spike');
  fireEvent.change(reasonField(), { target: { value: 'Second peak is a spike, seen twice' } });
  // A digit in the text does not choose a reason.
  fireEvent.keyDown(reasonField(), { key: '3' });
  expect(reasonField().value).toBe('Second peak is a spike, seen twice');
});
test('REVIEW-163 only Save result or Ctrl+Enter saves; the form says what is missing', async () => {
  const { changes } = await openForm({ [UPDATED]: refusal('Out of order.') });
  const form = within(screen.getByRole('form', { name: /^Update diagnostic/ }));
  expect([isOff(SAVE), form.queryByText('Choose another result.') !== null]).toEqual([true, true]);
  fireEvent.click(screen.getByRole('radio', { name: /HETEROZYGOUS/ }));
  expect([isOff(SAVE), form.queryByText('Give a reason.') !== null]).toEqual([true, true]);
  fireEvent.keyDown(reasonField(), { key: 'Enter', ctrlKey: true });
  press(/Repeat of the sample agrees$/);
  expect([isOff(SAVE), form.queryByText('Give a reason.')]).toEqual([false, null]);
  expect(fireEvent.keyDown(reasonField(), { key: 'Enter' })).toBe(false);
  expect(changes()).toEqual([]);
  fireEvent.keyDown(reasonField(), { key: 'Enter', ctrlKey: true });
  await waitFor(() => {
    expect(changes()).toHaveLength(1);
  });
});

test("REVIEW-164 a control has the laboratory's common reasons for controls", async () => {
  const rules = {
    ...aRun.rules,
    commonReasons: {
      ...aRun.rules.commonReasons,
      override: ['For samples'],
      controlOverride: ['For controls'],
    },
  };
  const offered = async (sampleType: 'BLOOD' | 'POSITIVE_TEST') => {
    cleanup();
    const run = { ...ofWell({ sampleType }), rules };
    await review(run, { wells: 'A1', interpreted: aChart.map((well) => ({ ...well, sampleType })) });
    press(UPDATE);
    return within(await screen.findByRole('group', { name: /^Reason/ }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  };
  expect(await offered('POSITIVE_TEST')).toEqual(['1For controls']);
  expect(await offered('BLOOD')).toEqual(['1For samples']);
});

test('REVIEW-63 ERR-49 an updated diagnostic is confirmed, and the form closes', async () => {
  const [a1] = aChart;
  const changed = a1 && {
    ...a1,
    interpretedWellDiagnostics: [
      ...a1.interpretedWellDiagnostics,
      aDiagnostic('UPDATED', aColor('HETEROZYGOUS', 'c2')),
    ],
  };
  await openForm({ [`PATCH ${RUN}/interpreted-wells`]: [changed] });
  saveHeterozygous();
  expect(await screen.findByText('A1 is now HETEROZYGOUS.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: SAVE })).toBeNull();
});

test('REVIEW-64 another selection closes the form, and selecting the well again does not reopen it', async () => {
  await openForm();
  const cellOf = (name: RegExp) => screen.getByRole('gridcell', { name });
  fireEvent.pointerDown(cellOf(/^A2\b/), { button: 0, pointerId: 1 });
  fireEvent.pointerUp(cellOf(/^A2\b/), { button: 0, pointerId: 1 });
  await screen.findByRole('article', { name: 'A2' });
  expect(screen.queryByRole('button', { name: SAVE })).toBeNull();
  fireEvent.pointerDown(cellOf(/^A1\b/), { button: 0, pointerId: 1 });
  fireEvent.pointerUp(cellOf(/^A1\b/), { button: 0, pointerId: 1 });
  await screen.findByRole('article', { name: 'A1' });
  expect(screen.queryByRole('button', { name: SAVE })).toBeNull();
});

test('REVIEW-67 ERR-22 a failed update is reported, and the form stays open', async () => {
  await openForm({ [`PATCH ${RUN}/interpreted-wells`]: refusal('The run was approved meanwhile.', 409) });
  saveHeterozygous();
  expect(await screen.findByText('Suggested result not updated.')).toBeTruthy();
  expect(screen.getByText('The run was approved meanwhile.')).toBeTruthy();
  expect(screen.getByRole('button', { name: SAVE })).toBeTruthy();
});

test('REVIEW-68 an empty comment cannot be saved', async () => {
  const { changes } = await review(aRun, { wells: 'A1' });
  const field = screen.getByRole('textbox', { name: 'Add a comment' });
  fireEvent.change(field, { target: { value: '   ' } });
  expect(isOff('Save')).toBe(true);
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  expect(changes()).toEqual([]);
  fireEvent.change(field, { target: { value: 'seen' } });
  expect(isOff('Save')).toBe(false);
});

function withWells(count: number): Run {
  const [fam] = aRun.analyses;
  const a1 = fam?.wells['A1'];
  if (fam === undefined || a1 === undefined) throw new Error('the run has a well A1');
  const wells = Array.from({ length: count }, (_, index) => {
    const position = `A${index + 1}`;
    return [position, { ...a1, id: idOf(position.toLowerCase()), position }];
  });
  return { ...aRun, analyses: [{ ...fam, wells: Object.fromEntries(wells) as typeof fam.wells }] };
}

test.each([
  [1, 'A1', 'Comment added to 1 well.'],
  [5, 'A1-A5', 'Comment added to 5 wells.'],
])('ERR-49 a notice says that a comment was added to wells: %i', async (count, wells, notice) => {
  const interpreted = Array.from({ length: count }, (_, index) => {
    const [well] = aChart;
    if (well === undefined) throw new Error('the chart has a well');
    return { ...well, wellId: idOf(`a${index + 1}`), position: `A${index + 1}` };
  });
  await review(withWells(count), {
    wells,
    interpreted,
    answers: { [`POST ${RUN}/wells/comment`]: {} },
  });
  const field = await screen.findByRole('textbox', { name: /^Add (?:a comment|to 5 wells)$/ });
  fireEvent.change(field, { target: { value: 'seen' } });
  press('Save');
  expect((await screen.findByText(/^Comment added/)).textContent).toBe(notice);
});

test('REVIEW-74 ERR-23 a comment that cannot be saved is reported, and its text stays', async () => {
  await review(aRun, { wells: 'A1' });
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Add a comment' });
  fireEvent.change(field, { target: { value: 'seen' } });
  press('Save');
  expect(await screen.findByText('An error occurred during the comment creation.')).toBeTruthy();
  expect(field.value).toBe('seen');
});

/** The run in two channels. In the second, A1 has the comment “in red”. */
function inTwoChannels(): Run {
  const [fam] = aRun.analyses;
  if (fam === undefined) throw new Error('the run has a channel');
  const there = {
    ...fam.wells['A1'],
    id: idOf('b1'),
    channel: 'TEXAS_RED',
    comments: [aComment('53', 'in red')],
  };
  const red = { ...fam, id: idOf('2'), channel: 'TEXAS_RED', wells: { A1: there } } as unknown as typeof fam;
  return { ...aRun, analyses: [fam, red] };
}

test('REVIEW-73 SHELL-55 comments of the other channel are shown on request, and on the next visit', async () => {
  const run = inTwoChannels();
  await review(run, { wells: 'A1' });
  expect(within(cardOf('A1')).queryByText('in red')).toBeNull();
  fireEvent.click(within(cardOf('A1')).getByRole('switch', { name: 'Only the active channel' }));
  expect(within(cardOf('A1')).getByText('in red')).toBeTruthy();
  cleanup();
  await review(run, { wells: 'A1' });
  expect(within(cardOf('A1')).getByText('in red')).toBeTruthy();
});

test('SHELL-55 the selected analysis is remembered', async () => {
  const interpreted = [
    ...aChart,
    ...aChart.slice(0, 1).map((well) => ({ ...well, channel: 'TEXAS_RED' as const })),
  ];
  const shown = { wells: 'A1', interpreted };
  await review(inTwoChannels(), shown);
  const red = () => screen.getByRole<HTMLInputElement>('radio', { name: /TEXAS_RED/ });
  expect(red().checked).toBe(false);
  fireEvent.click(red());
  cleanup();
  await review(inTwoChannels(), shown);
  expect(red().checked).toBe(true);
});

/** The run with this many wells, row by row, which have the results of A1. */
function manyWells(count: number, plateType: Run['plateType'] = 'RECTANGULAR_384') {
  const [fam] = aRun.analyses;
  const a1 = fam?.wells['A1'];
  const [called] = aChart;
  if (fam === undefined || a1 === undefined || called === undefined) throw new Error('the run has a well A1');
  const positions = platePositions(plateType).slice(0, count);
  const ofWell = (position: string, index: number) => ({
    position,
    id: idOf(index.toString(16)),
    name: `S-${position}`,
  });
  const run: Run = {
    ...aRun,
    plateType,
    analyses: [
      {
        ...fam,
        wells: Object.fromEntries(
          positions.map((position, index) => [position, { ...a1, ...ofWell(position, index) }]),
        ),
      },
    ],
  };
  const interpreted = positions.map((position, index) => ({
    ...called,
    position,
    wellId: ofWell(position, index).id,
  }));
  return { run, interpreted };
}

const rowNames = (table: HTMLElement) =>
  within(table)
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent);

test('REVIEW-343 several wells are a table that is sorted by its heads, with the comment field after it', async () => {
  await review(aRun, { wells: 'A1-A2' });
  const table = screen.getByRole('table', { name: '2 wells selected' });
  expect(rowNames(table)).toEqual(['A1', 'A2']);
  const head = within(table).getByRole('columnheader', { name: 'Sample' });
  fireEvent.click(within(head).getByRole('button'));
  expect([head.getAttribute('aria-sort'), ...rowNames(table)]).toEqual(['ascending', 'A1', 'A2']);
  fireEvent.click(within(head).getByRole('button'));
  expect([head.getAttribute('aria-sort'), ...rowNames(table)]).toEqual(['descending', 'A2', 'A1']);
  const field = screen.getByRole('textbox', { name: 'Add to 2 wells' });
  expect(table.compareDocumentPosition(field)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.queryByRole('button', { name: UPDATE })).toBeNull();
});

test('REVIEW-343 a row opens its well', async () => {
  await review(aRun, { wells: 'A1-A2' });
  press('A2');
  expect(await screen.findByRole('article', { name: 'A2' })).toBeTruthy();
  expect(document.activeElement?.getAttribute('role')).toBe('gridcell');
  expect(screen.queryByRole('table', { name: '2 wells selected' })).toBeNull();
});

test('REVIEW-343 arrow keys move between rows; the well of the row is ringed on the plate', async () => {
  await review(aRun, { wells: 'A1-A2' });
  const table = screen.getByRole('table', { name: '2 wells selected' });
  const button = (name: string) => within(table).getByRole('button', { name });
  button('A1').focus();
  expect([button('A1').tabIndex, button('A2').tabIndex]).toEqual([0, -1]);
  fireEvent.keyDown(button('A1'), { key: 'ArrowDown' });
  expect(document.activeElement).toBe(button('A2'));
  const ringed = screen.getByRole('gridcell', { name: /^A2,/ });
  await waitFor(() => {
    expect(ringed.hasAttribute('data-ringed')).toBe(true);
  });
  fireEvent.keyDown(button('A2'), { key: 'Home' });
  expect(document.activeElement).toBe(button('A1'));
});

test('REVIEW-344 a long table renders only the visible rows, and counts all', async () => {
  const { run, interpreted } = manyWells(384);
  await review(run, { wells: 'A1-P24', interpreted: interpreted as unknown as InterpretedWell[] });
  const table = screen.getByRole('table', { name: '384 wells selected' });
  expect(table.getAttribute('aria-rowcount')).toBe('385');
  expect(rowNames(table).length).toBeLessThan(60);
});

test('REVIEW-345 the whole plate is the same table, with the selection', async () => {
  await review(aRun);
  press('Show as table');
  const table = screen.getByRole('table', { name: 'Plate, 96 wells' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Selected',
    'Well',
    'Sample',
    'Result',
    'Height',
    'vs control',
    'Flags',
    'Sample type',
    'Combination',
  ]);
  fireEvent.click(within(table).getByRole('checkbox', { name: 'Select A2' }));
  expect(await screen.findByRole('article', { name: 'A2' })).toBeTruthy();
  expect(within(table).getByRole<HTMLInputElement>('checkbox', { name: 'Select A2' }).checked).toBe(true);
});

test('REVIEW-340 a long sample name is cut in its middle, and complete on hover and for a screen reader', async () => {
  const name = 'LIMS-2026-0041326-of-a-hospital-A1';
  const [fam] = aRun.analyses;
  const a2 = fam?.wells['A2'];
  if (fam === undefined || a2 === undefined) throw new Error('the run has a well A2');
  const run = ofWell({ name });
  await review(run, { wells: 'A1-A2' });
  const table = screen.getByRole('table', { name: '2 wells selected' });
  const cell = within(table).getByTitle(name);
  expect(cell.textContent).toBe(name);
  expect(cell.querySelector('[data-cut]')?.nextSibling?.textContent).toBe(name.slice(-7));
  expect(within(table).queryByTitle(a2.name ?? '')).toBeNull();
});

test('REVIEW-340 of long names with the same ends the part that differs is shown', async () => {
  const names = ['LIMS-2026-0041326-of-a-hospital-A1', 'LIMS-2026-0077000-of-a-hospital-A1'];
  const [name = '', other = ''] = names;
  const run = ofWell({ name });
  const [fam, ...rest] = run.analyses;
  const a2 = fam?.wells['A2'];
  if (fam === undefined || a2 === undefined) throw new Error('the run has a well A2');
  const wells = { ...fam.wells, A2: { ...a2, name: other } };
  await review({ ...run, analyses: [{ ...fam, wells }, ...rest] }, { wells: 'A1-A2' });
  const table = screen.getByRole('table', { name: '2 wells selected' });
  for (const [index, shown] of ['…2026-0041326…', '…2026-0077000…'].entries()) {
    const cell = within(table).getByTitle(names[index] ?? '');
    expect(cell.querySelector('[aria-hidden]')?.textContent).toBe(shown);
    expect(cell.querySelector('.visually-hidden')?.textContent).toBe(names[index]);
  }
});

test('REVIEW-342 Copy puts the table on the clipboard as it is sorted', async () => {
  const copied: string[] = [];
  vi.stubGlobal('navigator', {
    userAgent: navigator.userAgent,
    clipboard: { writeText: (words: string) => Promise.resolve(copied.push(words)) },
  });
  await review(aRun, { wells: 'A1-A2' });
  const table = screen.getByRole('table', { name: '2 wells selected' });
  const sort = within(within(table).getByRole('columnheader', { name: 'Well' })).getByRole('button');
  fireEvent.click(sort);
  fireEvent.click(sort);
  press('Copy');
  expect(await screen.findByText('2 wells copied.')).toBeTruthy();
  expect(copied[0]?.split('\n').map((line) => line.split('\t')[0])).toEqual(['Well', 'A2', 'A1']);
});

test('REVIEW-334 a doubt in both phases is one alert, and the nearest threshold is not repeated', async () => {
  const flag = { zone: 'A', temperature: 55, measured: 62, limit: 60 } as const;
  const peak = {
    tm: 55,
    tmError: 0.01,
    height: 62,
    width: 1,
    area: 100,
    significance: 90,
    quality: 0.99,
    zone: 'A',
    accepted: true,
    reason: null,
    measured: null,
    limit: null,
  } as const;
  const zone = {
    id: 'A',
    name: 'A',
    label: 'A',
    minTemp: 50,
    maxTemp: 60,
    minThreshold: null,
    minQuality: null,
  };
  const interpreted = aChart.map((well) => ({
    ...well,
    constantPhaseInfos: [{ id: 'M', type: 'MELT' as const, threshold: 60, constantZoneInfos: [zone] }],
    explanation: {
      ...well.explanation,
      zonesHit: ['A' as const],
      phases: [
        {
          type: 'MELT' as const,
          settings: {
            phaseType: 'MELT' as const,
            minThreshold: 60,
            slopeThreshold: 5,
            minQuality: 0.4,
            inversed: false,
          },
          noise: 3,
          readings: 100,
          peaks: [peak],
        },
      ],
      flags: [
        { ...flag, code: 'borderline-threshold' as const, phase: 'MELT' as const },
        { ...flag, code: 'spike' as const, phase: 'MELT' as const },
        { ...flag, code: 'spike' as const, phase: 'ANNEAL' as const },
      ],
    },
  }));
  await review(aRun, { wells: 'A1', interpreted: interpreted as unknown as InterpretedWell[] });
  const sentences = cardOf('A1').textContent;
  expect(sentences.match(/threshold 60/g)).toHaveLength(1);
  expect(sentences).toContain('Peak A 55.00 °C: height 62 is 3 % above the threshold 60;');
  const spikes = within(cardOf('A1')).getByText(
    /^MELT: the reading at .* excluded\. ANNEAL: the reading at /,
  );
  expect(spikes.closest('p')?.querySelectorAll('svg')).toHaveLength(1);
});

test('REVIEW-335 buttons that do different things have different names', async () => {
  await review(aRun, { wells: 'A1' });
  expect(screen.getAllByRole('button', { name: 'Close run' })).toHaveLength(1);
  expect(screen.getAllByRole('button', { name: 'Clear selection' })).toHaveLength(1);
  press(UPDATE);
  expect(await screen.findByRole('button', { name: /^Leave unchanged/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
});
