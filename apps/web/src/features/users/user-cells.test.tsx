import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { LastSignIn, UserName, UserRole, UserState } from './user-cells.tsx';

const user = {
  id: '00000000-0000-4000-8000-000000000001',
  login: 'm.okafor',
  lastname: 'Okafor',
  firstname: 'Maria',
  email: 'm@lab.example',
  emailVerified: true,
  enabled: true,
  salesAdmin: false,
  qaAdmin: true,
  rdAdmin: true,
  physician: true,
  otherRoles: [],
  requiredActions: [],
  wayBy: [],
  lastSignInAt: '2026-05-02T07:58:00.000Z',
  revision: 1,
};

it('SHELL-152 a row shows name and login, role, state and last sign-in', () => {
  render(
    <MantineProvider env="test">
      <p data-testid="row">
        <UserName user={user} />|<UserRole user={user} />|<UserState user={user} />|
        <LastSignIn user={user} now={new Date('2026-11-20T08:00:00Z')} />|
        <LastSignIn user={{ ...user, lastSignInAt: null }} now={new Date('2026-11-20T08:00:00Z')} />
      </p>
    </MantineProvider>,
  );
  expect(
    screen
      .getByTestId('row')
      .textContent.split('|')
      .map((part) => part.trim()),
  ).toEqual([
    'Okafor, Mariam.okafor',
    'QA adminand R&D admin, physician',
    'active',
    '02-05-2026over 90 days ago',
    'never',
  ]);
  expect(screen.getByText('over 90 days ago').dataset['tone']).toBe('warning');
});
