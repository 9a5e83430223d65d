import { readFileSync } from 'node:fs';

import type { Permission } from '@curvewell/domain';

/** Who may call: everyone, nobody, or users with one or all of these permissions. */
export interface Who {
  readonly kind: 'everyone' | 'no' | 'some' | 'all';
  readonly rights: readonly Permission[];
}

/** The object of a laboratory that an address names. */
export type Thing =
  | 'run'
  | 'archived'
  | 'delivery'
  | 'dye'
  | 'reading'
  | 'connection'
  | 'template'
  | 'laboratory'
  | 'user';

export interface Row {
  /** `GET /run/{}`: parameter names may differ from the contract's. */
  readonly address: string;
  readonly who: Who;
  readonly inLaboratory: boolean;
  /** The permission that also covers objects of other laboratories. */
  readonly everywhere: Permission | null;
  readonly thing: Thing | null;
}

export const STATES = ['imported', 'interpreted', 'waiting', 'approved', 'rejected'] as const;
export type State = (typeof STATES)[number];

/** The content of who-may-call.txt. */
export const ROWS: readonly Row[] = linesOf('who-may-call.txt').map(
  ([address = '', who = '', reach = '', thing]) => ({
    address: withoutNames(address),
    who: whoOf(who),
    inLaboratory: reach === 'own',
    everywhere: reach.startsWith('own, or ') ? (reach.slice('own, or '.length) as Permission) : null,
    thing: (thing as Thing | undefined) ?? null,
  }),
);

/** The content of by-state.txt. */
export const STATE_ROWS = linesOf('by-state.txt')
  .filter(([first]) => first !== 'call')
  .map(([address = '', ...cells]) => ({ address: withoutNames(address), byState: cells.map(whoOf) }));

export const isGrantedTo = ({ kind, rights }: Who, held: ReadonlySet<string>): boolean => {
  if (kind === 'no') return false;
  if (kind === 'everyone') return true;
  return kind === 'all' ? rights.every((one) => held.has(one)) : rights.some((one) => held.has(one));
};

export function withoutNames(address: string): string {
  return address.replace(/:\w+|\{\w+\}/g, '{}');
}

function linesOf(name: string): string[][] {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.trim().split(/ {2,}/));
}

function whoOf(text: string): Who {
  if (text === 'everyone' || text === 'no') return { kind: text, rights: [] };
  if (text.includes(' and ')) return { kind: 'all', rights: text.split(' and ') as Permission[] };
  return { kind: 'some', rights: text.split(' or ') as Permission[] };
}
