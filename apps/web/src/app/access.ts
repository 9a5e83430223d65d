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

/** What the shell has to know of a page. */
export interface PageHandle {
  readonly access: PageAccess;
  /** The page shows a plate, which a skip link leads to. */
  readonly plate?: boolean;
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

export type RailEntry = 'runs' | 'archive' | 'controls' | 'configuration' | 'laboratories' | 'laboratory';

/** The entries of the rail, in order; without a laboratory only what is not bound to one. */
export function railEntries(me: LoggedInUser): readonly RailEntry[] {
  const entries: readonly (readonly [RailEntry, PageAccess])[] = [
    ['runs', pageAccess.runs],
    ['archive', pageAccess.runs],
    ['controls', pageAccess.runs],
    ['configuration', pageAccess.configuration],
    me.permissions.includes('READ_ALL_LABORATORY')
      ? ['laboratories', pageAccess.laboratories]
      : ['laboratory', pageAccess.laboratory],
  ];
  return entries.filter(([, access]) => refusalOf(access, me) === null).map(([entry]) => entry);
}

/** The entry that an address belongs to: a run's pages to the runs. */
export function railEntryOf(pathname: string): RailEntry | 'jobs' | 'audit' | null {
  if (pathname === '/' || pathname.startsWith('/run/')) return 'runs';
  if (pathname.startsWith('/archive')) return 'archive';
  if (pathname.startsWith('/controls')) return 'controls';
  if (pathname.startsWith('/admin/configuration')) return 'configuration';
  if (pathname.startsWith('/admin/jobs')) return 'jobs';
  if (pathname.startsWith('/admin/audit')) return 'audit';
  if (pathname.startsWith('/admin/')) return 'laboratories';
  return pathname.startsWith('/laboratory') ? 'laboratory' : null;
}

export type UserIcon = 'cog' | 'stethoscope' | 'person';

/** Administrators before physicians, since every administrator is one. */
export function userIcon({ permissions }: LoggedInUser): UserIcon {
  const holds = (permission: Permission) => permissions.includes(permission);
  if (holds('QA_ADMIN') || holds('R&D_ADMIN') || holds('SALES_ADMIN')) return 'cog';
  return holds('WRITE_DIAGNOSTIC') ? 'stethoscope' : 'person';
}
