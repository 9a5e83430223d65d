import {
  laboratoryRulesSchema,
  permissionsOf,
  type Laboratory,
  type LaboratoryUser,
} from '@curvewell/domain';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { type Answers, refusal, showPage } from '../../test/a-page.tsx';
import { idOf } from '../../test/a-run.ts';
import { LaboratoriesScreen } from './laboratories-screen.tsx';
import { LaboratoryAddScreen } from './laboratory-add-screen.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const laboratory = (end: string, name: string): Laboratory => ({
  id: idOf(end),
  name,
  active: true,
  submitterMayApprove: true,
  rules: laboratoryRulesSchema.parse({}),
  timeZone: 'UTC',
  userCount: 0,
  revision: 1,
});
const north = laboratory('a1', 'North');
const south = laboratory('a2', 'South');
const petra: LaboratoryUser = {
  id: idOf('c1'),
  login: 'p.lund',
  lastname: 'Lund',
  firstname: 'Petra',
  email: 'p.lund@lab.example',
  emailVerified: true,
  enabled: true,
  salesAdmin: false,
  qaAdmin: false,
  rdAdmin: false,
  physician: true,
  otherRoles: [],
  requiredActions: [],
  wayBy: [],
  lastSignInAt: null,
  revision: 1,
};
const USERS = `/api/user/laboratory/${north.id}`;
const USER = `/api/user/${petra.id}/laboratory/${north.id}`;
const ADMINISTRATOR = { permissions: [...permissionsOf(['SUPER_ADMIN'])] };
const usersOf = (size: number) => ({
  content: [petra],
  size: 11,
  totalElements: size,
  accountsAreOurs: true,
  counts: { all: size, 'to-look-at': 1 },
});

function show(at: string, answers: Answers = {}) {
  return showPage(<LaboratoriesScreen />, {
    ...ADMINISTRATOR,
    at,
    answers: {
      'GET /api/laboratory': {
        content: [north, south],
        size: 14,
        totalElements: 2,
        totals: { laboratories: 2, active: 2, users: 1 },
      },
      [`GET /api/laboratory/${north.id}`]: north,
      [`GET /api/laboratory/${south.id}`]: south,
      [`GET ${USERS}`]: usersOf(1),
      [`GET /api/user/laboratory/${south.id}`]: usersOf(30),
      [`GET ${USER}`]: petra,
      ...answers,
    },
  });
}
const NORTH = `/?laboratory=${north.id}`;
const PETRA = `${NORTH}&user=${petra.id}`;
const laboratoryForm = async () => within(await screen.findByRole('region', { name: 'Laboratory' }));
/** The form of the user, once loaded. */
const userForm = async () => {
  await screen.findByRole('textbox', { name: 'Lastname' });
  return within(screen.getByRole('region', { name: 'User' }));
};
const pick = async (name: string) => {
  fireEvent.click(await screen.findByRole('radio', { name }));
};
const userQueriesSent = (requests: ReturnType<typeof show>['requests'], { id }: Laboratory) =>
  requests
    .filter(({ address }) => address.startsWith(`/api/user/laboratory/${id}?`))
    .map(({ address }) => Object.fromEntries(new URLSearchParams(address.split('?')[1])));

test('OPS-544 the page of all laboratories says how many live in other clusters, and where', async () => {
  show('/', {
    'GET /api/laboratory': {
      content: [{ ...north, livesAt: 'https://b.example' }, south],
      size: 14,
      totalElements: 2,
      totals: { laboratories: 2, active: 2, users: 1, moved: 1 },
    },
  });
  expect(await screen.findByText('moved to https://b.example')).toBeTruthy();
  expect(screen.getByText('In other clusters').parentElement?.textContent).toContain('1');
});

test('LAB-05 selecting a laboratory loads page 1 of its users', async () => {
  const { requests } = show('/?userPage=3&userSearch=lund');
  await pick('North');
  expect(await screen.findByRole('radio', { name: /^p\.lund,/ })).toBeTruthy();
  expect(userQueriesSent(requests, north)).toEqual([
    { page: '0', search: '', show: 'all', sort: 'login,asc' },
  ]);
});

test('LAB-06 another laboratory resets search and page of the users', async () => {
  const { requests, router } = show(`${NORTH}&userPage=3&userSearch=lund`);
  await screen.findByRole('table', { name: 'Users' });
  expect(userQueriesSent(requests, north)[0]).toMatchObject({ page: '2', search: 'lund' });
  await pick('South');
  await waitFor(() => {
    expect(userQueriesSent(requests, south)).toEqual([
      { page: '0', search: '', show: 'all', sort: 'login,asc' },
    ]);
  });
  expect(router.state.location.search).toBe(`?laboratory=${south.id}`);
});

test('LAB-07 the users have a search box, the columns login, lastname and firstname, an Add button and pages', async () => {
  show(NORTH, { [`GET ${USERS}`]: usersOf(30) });
  const table = within(await screen.findByRole('table', { name: 'Users' }));
  const [head, ...others] = table.getAllByRole('columnheader');
  expect(
    within(head ?? document.body)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Lastname', 'Firstname', 'Login']);
  expect(others.map(({ textContent }) => textContent)).toEqual(['Role', 'State', 'Last sign-in']);
  const users = within(screen.getByRole('region', { name: 'Users' }));
  expect(users.getByRole('searchbox', { name: 'Search users' })).toBeTruthy();
  expect(users.getByRole('button', { name: 'Add user' })).toBeTruthy();
  expect(users.getByRole('navigation', { name: 'Pages of users' })).toBeTruthy();
});

test('LAB-145 the form of a new user fills in the login until another one is typed', async () => {
  show(NORTH);
  await screen.findByRole('table', { name: 'Users' });
  fireEvent.click(screen.getByRole('button', { name: 'Add user' }));
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
  await screen.findByRole('textbox', { name: 'Login' });
  fireEvent.change(field('Lastname'), { target: { value: 'Lund' } });
  expect(field('Login').value).toBe('');
  fireEvent.change(field('Firstname'), { target: { value: 'Petra' } });
  expect(field('Login').value).toBe('petra.lund');
  fireEvent.change(field('Login'), { target: { value: 'P.Lund' } });
  fireEvent.change(field('Firstname'), { target: { value: 'Petronella' } });
  expect(field('Login').value).toBe('p.lund');
});

test('LAB-11 the form of a user has login, enabled, names, e-mail, four roles, Delete and Save', async () => {
  show(PETRA);
  const form = await userForm();
  expect(form.getByText('Login').nextSibling?.textContent).toBe('p.lund');
  expect(
    form
      .getAllByRole<HTMLInputElement>('textbox')
      .map(({ labels, value }) => [labels?.[0]?.textContent, value]),
  ).toEqual([
    ['Lastname *', 'Lund'],
    ['Firstname *', 'Petra'],
    ['Email *', 'p.lund@lab.example'],
  ]);
  const boxes = form.getAllByRole<HTMLInputElement>('checkbox');
  expect(boxes.map(({ labels, checked }) => [labels?.[0]?.textContent, checked])).toEqual([
    ['Enabled', true],
    ['Sales admin', false],
    ['QA admin', false],
    ['R&D admin', false],
    ['Physician', true],
  ]);
  expect(form.getByRole('button', { name: 'Delete user' })).toBeTruthy();
  expect(form.getByRole('button', { name: 'Save user' })).toBeTruthy();
});

test('LAB-147 the form of a user is headed by the name, as in the list; the login is below', async () => {
  show(PETRA);
  const form = await userForm();
  expect(form.getByRole('heading', { level: 2 }).textContent).toBe('Lund, Petra');
  expect(form.getAllByText('p.lund')).toHaveLength(1);
});

const answersOfQuestion = async (title: string) => {
  const question = within(await screen.findByRole('alertdialog', { name: title }));
  return question.getAllByRole('button').map(({ textContent }) => textContent);
};
test('LAB-27 deleting a laboratory asks for confirmation with Yes and No', async () => {
  const { changes } = show(NORTH);
  fireEvent.click((await laboratoryForm()).getByRole('button', { name: 'Delete' }));
  expect(await answersOfQuestion('Delete North?')).toEqual(['No', 'Yes']);
  fireEvent.click(screen.getByRole('button', { name: 'No' }));
  expect(changes()).toEqual([]);
});
test('LAB-27 deleting a user asks for confirmation with Yes and No', async () => {
  const { changes } = show(PETRA);
  fireEvent.click((await userForm()).getByRole('button', { name: 'Delete user' }));
  expect(await answersOfQuestion('Delete p.lund?')).toEqual(['No', 'Yes']);
  fireEvent.click(screen.getByRole('button', { name: 'No' }));
  expect(changes()).toEqual([]);
});

const FAILED = 'Out of order.';
const answerYes = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Yes' }));
};
/** Expects the error with this title and the server's message. */
async function expectError(title: string) {
  const alert = (await screen.findByText(title)).closest('[role=alert]');
  expect(alert?.textContent).toContain(FAILED);
}
test('LAB-33 ERR-38 the error title says that a laboratory was not updated', async () => {
  show(NORTH, { [`PUT /api/laboratory/${north.id}`]: refusal(FAILED) });
  const form = await laboratoryForm();
  fireEvent.change(form.getByRole('textbox', { name: 'Name' }), { target: { value: 'Northern' } });
  fireEvent.click(form.getByRole('button', { name: 'Save' }));
  await expectError('Laboratory not saved');
});
test('LAB-33 ERR-38 the error title says that a laboratory was not deleted', async () => {
  show(NORTH, { [`DELETE /api/laboratory/${north.id}`]: refusal(FAILED) });
  fireEvent.click((await laboratoryForm()).getByRole('button', { name: 'Delete' }));
  await answerYes();
  await expectError('Laboratory not deleted');
});
test('LAB-33 ERR-38 the error title says that a laboratory was not created', async () => {
  showPage(<LaboratoryAddScreen />, {
    ...ADMINISTRATOR,
    answers: { 'POST /api/laboratory': refusal(FAILED) },
  });
  fireEvent.change(screen.getByRole('textbox', { name: 'Name 1' }), { target: { value: 'West' } });
  fireEvent.click(screen.getByRole('radio', { name: /^A second person/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expectError('Laboratory not created');
});
test('LAB-33 ERR-38 the error title says that a user was not updated', async () => {
  show(PETRA, { [`PUT ${USER}`]: refusal(FAILED) });
  const form = await userForm();
  fireEvent.change(form.getByRole('textbox', { name: 'Lastname' }), { target: { value: 'Lind' } });
  fireEvent.click(form.getByRole('button', { name: 'Save user' }));
  await expectError('User not saved');
});
test('LAB-33 ERR-38 the error title says that a user was not deleted', async () => {
  show(PETRA, { [`DELETE ${USER}`]: refusal(FAILED) });
  fireEvent.click((await userForm()).getByRole('button', { name: 'Delete user' }));
  await answerYes();
  await expectError('User not deleted');
});

// “Go to” and links change only the query of this page, so that the guard did not see the form being replaced.
test('SHELL-226 going to another person asks before the changes of an open form are lost', async () => {
  const { router } = show(PETRA);
  const form = await userForm();
  fireEvent.change(form.getByRole('textbox', { name: 'Lastname' }), { target: { value: 'Lundt' } });
  await act(() => router.navigate(`${NORTH}&user=${idOf('c2')}`));
  expect(await answersOfQuestion('Leave without saving?')).toEqual(['Cancel', 'OK']);
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
  expect(router.state.location.search).toContain(petra.id);
  expect(screen.getByRole('textbox', { name: 'Lastname' })).toHaveProperty('value', 'Lundt');
});

test('SHELL-226 a change of the list beside an open form asks nothing', async () => {
  const { router } = show(PETRA);
  const form = await userForm();
  fireEvent.change(form.getByRole('textbox', { name: 'Lastname' }), { target: { value: 'Lundt' } });
  fireEvent.click(screen.getByRole('button', { name: 'Lastname' }));
  await waitFor(() => {
    expect(router.state.location.search).toContain('userSort');
  });
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('SHELL-231 the people to review are a filter with their number, in the address', async () => {
  const { requests, router } = show(NORTH, { [`GET ${USERS}`]: usersOf(30) });
  const filter = await screen.findByRole('button', { name: 'To review 1' });
  expect(filter.getAttribute('aria-pressed')).toBe('false');
  fireEvent.click(filter);
  await waitFor(() => {
    expect(userQueriesSent(requests, north).at(-1)).toMatchObject({ show: 'to-look-at', page: '0' });
  });
  expect(router.state.location.search).toContain('userShow=to-look-at');
});

test('SHELL-232 buttons of the laboratory and of the user have different names', async () => {
  show(PETRA);
  await userForm();
  const names = screen.getAllByRole('button').map((button) => button.textContent);
  const acts = names.filter((name) => /^(Add|Save|Delete)/.test(name));
  expect(acts.length).toBeGreaterThan(4);
  expect(new Set(acts).size).toBe(acts.length);
});
