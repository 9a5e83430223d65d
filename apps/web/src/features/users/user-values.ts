import { createUserSchema, updateUserSchema } from '@curvewell/contracts';
import { ADMIN_BOX_NAMES, hasAdminBox, type LaboratoryUser, type UserState } from '@curvewell/domain';
import type { z } from 'zod';

import { text } from '../../locale/text.ts';
import type { RecordWords } from '../../shared/forms/record-conflict.ts';

const words = text.users;

export const createdSchema = createUserSchema;
export const changedSchema = updateUserSchema.omit({ revision: true });
export type UserValues = z.output<typeof changedSchema>;

export function valuesOf(user: UserValues): UserValues {
  const { lastname, firstname, email, enabled, salesAdmin, qaAdmin, rdAdmin, physician } = user;
  return { lastname, firstname, email, enabled, salesAdmin, qaAdmin, rdAdmin, physician };
}

export const NEW_USER: UserValues = {
  lastname: '',
  firstname: '',
  email: '',
  enabled: true,
  salesAdmin: false,
  qaAdmin: false,
  rdAdmin: false,
  physician: false,
};

/** Letters that do not decompose into a base letter and a mark. */
const PLAIN: Readonly<Record<string, string>> = { ø: 'o', æ: 'ae', œ: 'oe', ß: 'ss', ł: 'l', đ: 'd' };

/** “petra.lund” of Petra Lund; empty until both names are known. */
export function suggestedLogin({ firstname, lastname }: Pick<UserValues, 'firstname' | 'lastname'>): string {
  const [first = '', last = ''] = [firstname, lastname].map((name) =>
    name
      .toLowerCase()
      .normalize('NFD')
      .replace(/[øæœßłđ]/g, (letter) => PLAIN[letter] ?? '')
      .replace(/[^a-z0-9\s-]/g, '')
      .trim()
      .replace(/\s+/g, '-'),
  );
  return first === '' || last === '' ? '' : `${first}.${last}`;
}

const yesNo = (is: boolean) => (is ? words.yes : words.no);
const asTyped = (typed: string) => typed;
export const USER_WORDS: RecordWords<UserValues> = {
  lastname: { label: words.lastname, show: asTyped },
  firstname: { label: words.firstname, show: asTyped },
  email: { label: words.email, show: asTyped },
  enabled: { label: words.enabled, show: yesNo },
  salesAdmin: { label: words.salesAdmin, show: yesNo },
  qaAdmin: { label: words.qaAdmin, show: yesNo },
  rdAdmin: { label: words.rdAdmin, show: yesNo },
  physician: { label: words.physician, show: yesNo },
};

/** The user in the form that the rules take. */
export function stateOf(
  user: Pick<LaboratoryUser, 'id' | 'otherRoles' | 'wayBy'> | null,
  laboratoryId: string,
  values: UserValues,
): UserState {
  const { salesAdmin, qaAdmin, rdAdmin, physician } = values;
  const id = user?.id ?? null;
  const boxes = { salesAdmin, qaAdmin, rdAdmin, physician };
  const wayByIds = (user?.wayBy ?? []).map((by) => by.id);
  return { id, laboratoryId, ...boxes, otherRoles: user?.otherRoles ?? [], wayByIds };
}

/** “Sales admin and QA admin” – the boxes that lock the physician's box. */
export const tickedBoxes = (values: UserValues): string =>
  ADMIN_BOX_NAMES.filter((box) => values[box])
    .map((box) => words[box])
    .join(words.and);

export const changesPermissions = (changed: ReadonlySet<string>): boolean =>
  [...ADMIN_BOX_NAMES, 'physician', 'enabled'].some((field) => changed.has(field));

export const isPhysician = (values: UserValues): boolean => values.physician || hasAdminBox(values);
