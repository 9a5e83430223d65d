import { expect, test } from 'vitest';

import {
  changesPermissions,
  createdSchema,
  isPhysician,
  NEW_USER,
  stateOf,
  suggestedLogin,
  tickedBoxes,
  USER_WORDS,
  valuesOf,
} from './user-values.ts';

test.each([
  ['Petra', 'Lund', 'petra.lund'],
  [' Jean-Luc ', 'de la Tour', 'jean-luc.de-la-tour'],
  ['Zoë', 'Sørensen-Weiß', 'zoe.sorensen-weiss'],
  ['Ann', "O'Neil", 'ann.oneil'],
  ['Łukasz', 'Œ  Đæ', 'lukasz.oe-dae'],
])(
  'LAB-145 the login of %s %s is suggested as %s, which the server accepts',
  (firstname, lastname, login) => {
    expect(suggestedLogin({ firstname, lastname })).toBe(login);
    const user = { ...NEW_USER, firstname: 'A', lastname: 'B', email: 'a@b.example', login };
    expect(createdSchema.safeParse(user).success).toBe(true);
  },
);

test('LAB-145 no login is suggested while a name is missing or has no Latin letter', () => {
  for (const [firstname, lastname] of [
    ['', 'Lund'],
    ['Petra', ' '],
    ['Петра', 'Лунд'],
  ] as const)
    expect(suggestedLogin({ firstname, lastname })).toBe('');
});

const PETRA = {
  lastname: 'Lund',
  firstname: 'Petra',
  email: 'petra@lab.example',
  enabled: true,
  salesAdmin: true,
  qaAdmin: false,
  rdAdmin: true,
  physician: false,
};

test('the form has the fields of a user, and the rules its boxes, other roles and who opened the way to them', () => {
  expect(valuesOf({ ...PETRA, ...{ id: 'u', revision: 3 } })).toEqual(PETRA);
  expect(NEW_USER).toMatchObject({
    enabled: true,
    salesAdmin: false,
    qaAdmin: false,
    rdAdmin: false,
    physician: false,
  });
  const boxes = { salesAdmin: true, qaAdmin: false, rdAdmin: true, physician: false };
  const user = { id: 'u', otherRoles: ['SUPER_ADMIN'], wayBy: [{ id: 'opener' }] } as unknown as Parameters<
    typeof stateOf
  >[0];
  expect(stateOf(user, 'north', PETRA)).toEqual({
    id: 'u',
    laboratoryId: 'north',
    ...boxes,
    otherRoles: ['SUPER_ADMIN'],
    wayByIds: ['opener'],
  });
  expect(stateOf(null, 'north', PETRA)).toEqual({
    id: null,
    laboratoryId: 'north',
    ...boxes,
    otherRoles: [],
    wayByIds: [],
  });
});

test('an administrator is a physician as well, and the boxes that make it so are named', () => {
  expect([isPhysician(PETRA), isPhysician(NEW_USER), isPhysician({ ...NEW_USER, physician: true })]).toEqual([
    ...[true, false, true],
  ]);
  expect([tickedBoxes(PETRA), tickedBoxes(NEW_USER)]).toEqual(['Sales admin and R&D admin', '']);
});

test('boxes and the account itself are permissions; names and the address are not', () => {
  for (const field of ['salesAdmin', 'qaAdmin', 'rdAdmin', 'physician', 'enabled'])
    expect(changesPermissions(new Set(['email', field])), field).toBe(true);
  expect(changesPermissions(new Set(['lastname', 'firstname', 'email']))).toBe(false);
});

test('a conflict of two changes shows each field by its label', () => {
  const shown = Object.entries(USER_WORDS).map(([field, { label, show }]) => [
    label,
    (show as (value: string | boolean) => string)(PETRA[field as keyof typeof PETRA]),
  ]);
  expect(shown).toEqual([
    ['Lastname', 'Lund'],
    ['Firstname', 'Petra'],
    ['Email', 'petra@lab.example'],
    ['Enabled', 'Yes'],
    ['Sales admin', 'Yes'],
    ['QA admin', 'No'],
    ['R&D admin', 'Yes'],
    ['Physician', 'No'],
  ]);
});
