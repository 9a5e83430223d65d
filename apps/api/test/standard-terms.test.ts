import { expect, it } from 'vitest';

import { formerPhraseIn, formerWordIn } from '../../../scripts/lint-rules.mjs';

it.each([
  ['isAnew', 'reinterpretation'],
  ['anew-dialog.tsx', 'reinterpretation'],
  ['MORNING_LINES', 'dashboard'],
  ['listStrangers', 'unassigned user'],
  ['KeptAnswer', 'idempotency key'],
  ['kept-answers.ts', 'idempotency key'],
  ['happenings', 'trace channel'],
  ['toldBy', 'reported, sent, shown or recorded'],
  ['TOLD_AT', 'reported, sent, shown or recorded'],
  ['said', 'message, output, response or content'],
  ['UNTOLD', 'not reported'],
  ['judgedWellSchema', 'evaluated'],
  ['askedByHand', 'override'],
  ['isGivenUp', 'cancel, revoke or a permanent failure'],
  ['standing-wells.ts', 'current or effective'],
  ['takeIn', 'add to a laboratory, or include in the mean'],
])('OPS-404 %s is refused for %s', (name, term) => {
  expect(formerWordIn(name)?.[1]).toBe(term);
});

it.each([
  'renewed',
  'thankless',
  'estrangement',
  'keptAnswered',
  'mornington',
  'totold',
  'aforesaid',
  'outstanding',
])('OPS-404 %s contains no former term', (name) => {
  expect(formerWordIn(name)).toBeUndefined();
});

it.each([
  ['A mail is sent when it does not work any more.', 'no longer'],
  ['Interpreted anew', 'again, or reinterpretation'],
  ['Take in whom you know.', 'add to a laboratory, or include in the mean'],
  ['Took Noor into the laboratory', 'add to a laboratory, or include in the mean'],
  ['Tell your administrator.', 'shown, or contact'],
  ['19 wells near a border', 'borderline'],
  ['Changed by hand', 'manual, or override'],
  ['No peak is looked for.', 'searched for'],
])('OPS-440 “%s” is refused: %s', (text, term) => {
  expect(formerPhraseIn(text)).toBe(term);
});

it.each(['Approve with a reason', 'The template is stored.', 'Take care.', 'No more runs'])(
  'OPS-440 “%s” is accepted',
  (text) => {
    expect(formerPhraseIn(text)).toBeUndefined();
  },
);
