import type { LoggedInUser } from '@curvewell/contracts';
import type { Permission } from '@curvewell/domain';

/** Who may open a page. */
export interface PageAccess {
  /** The page shows what belongs to a laboratory. */
  readonly laboratory?: boolean;
  /** At least one of these. */
  readonly anyOf?: readonly Permission[];
  /** Every one of these. */
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

/** Why somebody may not open a page; null: they may. */
export function refusalOf(access: PageAccess, me: LoggedInUser): Refusal | null {
  if (access.allOf?.some((one) => !me.permissions.includes(one)) === true) return 'not-permitted';
  if (access.anyOf && !access.anyOf.some((one) => me.permissions.includes(one))) return 'not-permitted';
  if (!access.laboratory || me.laboratoryState === 'active') return null;
  return me.laboratoryState === 'none' ? 'no-laboratory' : 'laboratory-inactive';
}

/** The entries of the rail, in order, with who may open each. */
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

/** The entries that somebody sees. The list of all laboratories takes the place of the own one. */
export function railEntries(me: LoggedInUser): readonly RailEntry[] {
  const entries = (Object.keys(RAIL) as RailEntry[]) // the record's own keys
    .filter((entry) => refusalOf(RAIL[entry], me) === null);
  return entries.filter((entry) => entry !== 'laboratory' || !entries.includes('laboratories'));
}

export type UserIcon = 'cog' | 'stethoscope' | 'person';

/** Administrators before physicians, since every administrator is one. */
export function userIcon({ permissions }: LoggedInUser): UserIcon {
  const holds = (permission: Permission) => permissions.includes(permission);
  if (holds('QA_ADMIN') || holds('R&D_ADMIN') || holds('SALES_ADMIN')) return 'cog';
  return holds('WRITE_DIAGNOSTIC') ? 'stethoscope' : 'person';
}
