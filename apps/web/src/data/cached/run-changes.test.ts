import { expect, test } from 'vitest';

import { aChart, aColor, aComment, aDiagnostic, aRun, idOf } from '../../../test/a-run.ts';
import {
  withCommentsOfWells,
  withEditedComment,
  withFilesSent,
  withUpdatedDiagnostics,
} from './run-changes.ts';

const wellsOf = ({ analyses }: typeof aRun) => analyses[0]?.wells ?? {};
const first = aComment('51', 'first');

test('replaces the comments of the given wells and leaves other wells unchanged', () => {
  const commented = withCommentsOfWells(aRun, { [idOf('a1')]: [first] });
  expect(wellsOf(commented)['A1']?.comments).toEqual([first]);
  const more = withCommentsOfWells(commented, { [idOf('a2')]: [first] });
  expect(wellsOf(more)['A1']?.comments).toEqual([first]);
  expect(wellsOf(more)['A2']?.comments).toEqual([first]);
});

test('changes only the edited comment, on the run or on a well', () => {
  const other = aComment('52', 'other');
  const run = withCommentsOfWells({ ...aRun, comments: [other] }, { [idOf('a1')]: [first, other] });
  const edited = withEditedComment(run, { ...first, value: 'second' });
  expect(wellsOf(edited)['A1']?.comments.map(({ value }) => value)).toEqual(['second', 'other']);
  expect(edited.comments).toEqual([other]);
  expect(withEditedComment(run, { ...other, value: 'third' }).comments[0]?.value).toBe('third');
});

test("copies only the user's overrides from an interpreted well into the run", () => {
  const set = aDiagnostic('UPDATED', aColor('HETEROZYGOUS', 'c2'));
  const [well] = aChart;
  if (!well) throw new Error('no well');
  const updated = withUpdatedDiagnostics(aRun, [
    { ...well, interpretedWellDiagnostics: [...well.interpretedWellDiagnostics, set] },
  ]);
  expect(wellsOf(updated)['A1']?.updatedDiagnostics).toEqual([set]);
  expect(wellsOf(updated)['A2']?.updatedDiagnostics).toEqual([]);
  expect(
    wellsOf(withUpdatedDiagnostics(updated, [{ ...well, wellId: idOf('a2') }]))['A1']?.updatedDiagnostics,
  ).toEqual([set]);
});

test('offers to send files only while they are unsent, and only to users who may send them', () => {
  const delivery = { state: 'WAITING', nextTryAt: null, fault: null } as const;
  const mayBeSent = { ...aRun, delivery, permissions: { ...aRun.permissions, canSendFiles: true } };
  expect(withFilesSent(mayBeSent, true)).toMatchObject({
    ftpSent: true,
    delivery: null,
    permissions: { canSendFiles: false },
  });
  expect(withFilesSent(mayBeSent, false)).toMatchObject({
    ftpSent: false,
    delivery,
    permissions: { canSendFiles: true },
  });
  expect(withFilesSent(aRun, false).permissions.canSendFiles).toBe(false);
});
