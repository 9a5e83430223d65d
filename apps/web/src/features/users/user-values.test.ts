import { expect, test } from 'vitest';

import { createdSchema, NEW_USER, suggestedLogin } from './user-values.ts';

test.each([
  ['Petra', 'Lund', 'petra.lund'],
  [' Jean-Luc ', 'de la Tour', 'jean-luc.de-la-tour'],
  ['Zoë', 'Sørensen-Weiß', 'zoe.sorensen-weiss'],
  ['Ann', "O'Neil", 'ann.oneil'],
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
