import type { LoggedInUser } from '@curvewell/contracts';
import type { Permission } from '@curvewell/domain';

/** What a user needs in order to open a page. */
export interface PageAccess {
  /** The page shows data of one laboratory. */
  readonly laboratory?: boolean;
  /** At least one of these permissions. */
  readonly anyOf?: readonly Permission[];
  /** All of these permissions. */
  readonly allOf?: readonly Permission[];
}

const CONFIGURATION: readonly Permission[] = [
  'WRITE_DIAGNOSTIC',
  'READ_LOT_CONFIG_ADMIN',
  'READ_KIT_CONFIG_ADMIN',
  'EXPORT_KIT',
  'EXPORT_LOTS',
  'IMPORT_KIT',
  'IMPORT_LOTS',
];

export const pageAccess = {
  runs: { laboratory: true },
  configuration: { anyOf: CONFIGURATION },
  laboratories: { anyOf: ['READ_ALL_LABORATORY'] },
  laboratory: { laboratory: true, anyOf: ['READ_OWN_LABORATORY', 'READ_ALL_LABORATORY'] },
  jobs: { anyOf: ['SUPER_ADMIN'] },
  audit: { anyOf: ['SUPER_ADMIN', 'QA_ADMIN'] },
  laboratoryAdd: { allOf: ['WRITE_LABORATORY', 'READ_ALL_LABORATORY'] },
} as const satisfies Record<string, PageAccess>;

export type Refusal = 'no-laboratory' | 'laboratory-inactive' | 'not-permitted';

/** The reason why a user may not open a page, or null if they may. */
export function refusalOf(access: PageAccess, me: LoggedInUser): Refusal | null {
  if (access.allOf?.some((one) => !me.permissions.includes(one)) === true) return 'not-permitted';
  if (access.anyOf && !access.anyOf.some((one) => me.permissions.includes(one))) return 'not-permitted';
  if (!access.laboratory || me.laboratoryState === 'active') return null;
  return me.laboratoryState === 'none' ? 'no-laboratory' : 'laboratory-inactive';
}

/** The entries of the rail in display order, with the access each requires. */
const RAIL = {
  runs: pageAccess.runs,
  archive: pageAccess.runs,
  controls: pageAccess.runs,
  configuration: pageAccess.configuration,
  laboratories: pageAccess.laboratories,
  laboratory: pageAccess.laboratory,
  jobs: pageAccess.jobs,
  audit: pageAccess.audit,
} as const satisfies Record<string, PageAccess>;
export type RailEntry = keyof typeof RAIL;

/** The entries that a user sees. The list of all laboratories replaces the user's own laboratory. */
export function railEntries(me: LoggedInUser): readonly RailEntry[] {
  const entries = (Object.keys(RAIL) as RailEntry[]) // RAIL has no keys beyond RailEntry
    .filter((entry) => refusalOf(RAIL[entry], me) === null);
  return entries.filter((entry) => entry !== 'laboratory' || !entries.includes('laboratories'));
}

export type UserIcon = 'cog' | 'stethoscope' | 'person';

/** Administrators come first: each of them also has the physician's permissions. */
export function userIcon({ permissions }: LoggedInUser): UserIcon {
  const holds = (permission: Permission) => permissions.includes(permission);
  if (holds('QA_ADMIN') || holds('R&D_ADMIN') || holds('SALES_ADMIN')) return 'cog';
  return holds('WRITE_DIAGNOSTIC') ? 'stethoscope' : 'person';
}
