import type { LaboratoryUser } from '@curvewell/domain';
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { UserFacts } from './user-facts.tsx';

const user: LaboratoryUser = {
  id: 'u',
  revision: 1,
  login: 'tara',
  firstname: 'Tara',
  lastname: 'Holm',
  email: 'tara@lab.example',
  emailVerified: true,
  enabled: true,
  salesAdmin: false,
  qaAdmin: true,
  rdAdmin: false,
  physician: true,
  otherRoles: ['SUPER_ADMIN'],
  requiredActions: [],
  lastSignInAt: null,
  wayBy: [],
};

it('OPS-607 a user who cannot be changed has the roles of the list', () => {
  const shown = (changes: Partial<LaboratoryUser>) => (
    <MantineProvider>
      <UserFacts user={{ ...user, ...changes }} reason="Read-only" />
    </MantineProvider>
  );
  const { rerender } = render(shown({}));
  expect(screen.getByText('Super admin, QA admin, Physician')).toBeDefined();
  rerender(shown({ otherRoles: [], qaAdmin: false, physician: false }));
  expect(screen.getByText('Technician')).toBeDefined();
});
