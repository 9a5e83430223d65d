import { permissionsOf } from '@curvewell/domain';
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';

import { UserRoles } from './user-roles.tsx';
import { NEW_USER, stateOf, type UserValues } from './user-values.ts';

interface Shown {
  readonly roles: readonly string[];
  readonly laboratoryId?: string;
  readonly userId?: string;
  readonly was?: Partial<UserValues>;
  readonly otherRoles?: string[];
}

/** The role checkboxes of user `u` of laboratory `north`, for an editor with these roles. */
function Boxes({ roles, laboratoryId = 'north', userId = 'e', was = {}, otherRoles = [] }: Shown) {
  const [values, setValues] = useState<UserValues>({ ...NEW_USER, ...was });
  return (
    <MantineProvider>
      <UserRoles
        saved={stateOf({ id: 'u', otherRoles, wayBy: [] }, 'north', { ...NEW_USER, ...was })}
        values={values}
        changed={new Set()}
        editor={{ userId, laboratoryId, permissions: permissionsOf(roles) }}
        onChange={(change) => {
          setValues({ ...values, ...change });
        }}
      />
    </MantineProvider>
  );
}
const box = (name: string) =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(`^${name}`) });
const ADMINS = ['Sales admin', 'QA admin', 'R&D admin'];

it('LAB-14 only administrators see the administrator boxes', () => {
  render(<Boxes roles={['LABORATORY_MANAGER']} />);
  expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  expect(box('Physician').disabled).toBe(false);
});

it('LAB-15 each box needs its own role to change; the others say which', () => {
  render(<Boxes roles={['QA_ADMIN']} />);
  expect(ADMINS.map((name) => box(name).disabled)).toEqual([true, false, true]);
  expect(screen.getByText('Only a Sales admin may change this.')).toBeDefined();
});

it('LAB-16 LAB-21 users cannot change their own roles', () => {
  render(<Boxes roles={['SUPER_ADMIN']} userId="u" />);
  expect([...ADMINS, 'Physician'].map((name) => box(name).disabled)).toEqual([true, true, true, true]);
  expect(screen.getAllByText('You cannot change your own roles.')).toHaveLength(2);
});

it('LAB-17 administrator boxes of another laboratory can only be changed by super administrators', () => {
  const { unmount } = render(<Boxes roles={['QA_ADMIN', 'LABORATORY_MANAGER']} laboratoryId="south" />);
  expect(ADMINS.map((name) => box(name).disabled)).toEqual([true, true, true]);
  expect(screen.getByText("Only in the user's own laboratory.")).toBeDefined();
  unmount();
  render(<Boxes roles={['SUPER_ADMIN']} laboratoryId="south" />);
  expect(ADMINS.map((name) => box(name).disabled)).toEqual([false, false, false]);
});

it("LAB-18 an administrator box checks and locks the physician's box, and removing it restores the old state", async () => {
  render(<Boxes roles={['SUPER_ADMIN']} />);
  expect(box('Physician').checked).toBe(false);
  await userEvent.click(box('R&D admin'));
  expect([box('Physician').checked, box('Physician').disabled]).toEqual([true, true]);
  expect(
    screen.getByText(
      'Ticked and locked: every administrator is a physician too. Untick R&D admin to change it.',
    ),
  ).toBeDefined();
  await userEvent.click(box('R&D admin'));
  expect([box('Physician').checked, box('Physician').disabled]).toEqual([false, false]);
});

it('OPS-607 roles without a checkbox have their names, and those of the provider alone their codes', () => {
  render(<Boxes roles={['SUPER_ADMIN']} otherRoles={['LABORATORY_MANAGER', 'OTHER']} />);
  expect(screen.getByText('Also: Laboratory manager, OTHER')).toBeDefined();
});

it('LAB-148 the form says where the roles without a checkbox are assigned', () => {
  render(<Boxes roles={['SUPER_ADMIN']} />);
  expect(
    screen.getByText(/SUPER_ADMIN.*LABORATORY_MANAGER.*are assigned at your identity provider/),
  ).toBeDefined();
});
