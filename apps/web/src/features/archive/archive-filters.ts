import type { ArchiveSearchCriterion } from '@curvewell/contracts';
import { daySchema } from '@curvewell/domain';
import { z } from 'zod';

import { formatDay } from '../../shared/format/format.ts';

const filtersSchema = z.object({
  fileName: z.string(),
  instrumentName: z.string(),
  kitReactionBuffer: z.string(),
  operator: z.string(),
  /** Calendar days; empty means no limit. */
  from: z.string(),
  to: z.string(),
  isExact: z.boolean(),
});
export type ArchiveFilters = z.infer<typeof filtersSchema>;

export const NO_FILTERS: ArchiveFilters = {
  fileName: '',
  instrumentName: '',
  kitReactionBuffer: '',
  operator: '',
  from: '',
  to: '',
  isExact: false,
};

const LONGEST_FILTER = 100;

export const TEXT_FILTERS = ['fileName', 'instrumentName', 'kitReactionBuffer', 'operator'] as const;

/** Parses the filters stored in the browser. Invalid ones are ignored. */
export function readStoredFilters(kept: string | undefined): ArchiveFilters {
  try {
    return filtersSchema.parse(JSON.parse(kept ?? ''));
  } catch {
    return NO_FILTERS;
  }
}

/** The filters in an address: `?fileName=LCT&from=2026-03-10&isExact=true`. Invalid ones are ignored. */
export function filtersIn(address: URLSearchParams): ArchiveFilters {
  const line = (field: string) => (address.get(field) ?? '').trim().slice(0, LONGEST_FILTER);
  const day = (field: string) => daySchema.safeParse(address.get(field)).data ?? '';
  return {
    fileName: line('fileName'),
    instrumentName: line('instrumentName'),
    kitReactionBuffer: line('kitReactionBuffer'),
    operator: line('operator'),
    from: day('from'),
    to: day('to'),
    isExact: address.get('isExact') === 'true',
  };
}

export function addFilters(address: URLSearchParams, filters: ArchiveFilters): URLSearchParams {
  for (const field of [...TEXT_FILTERS, 'from', 'to'] as const)
    if (filters[field].trim() !== '') address.set(field, filters[field].trim());
  if (filters.isExact) address.set('isExact', 'true');
  return address;
}

export function criteriaOf(filters: ArchiveFilters): ArchiveSearchCriterion[] {
  const operator = filters.isExact ? 'EQUALS' : 'CONTAINS';
  const texts = TEXT_FILTERS.map((field) => ({ field, operator, value: filters[field].trim() }) as const);
  const days = [
    { field: 'created', operator: 'GTE', value: filters.from },
    { field: 'created', operator: 'LTE', value: filters.to },
  ] as const;
  return [...texts, ...days].filter(({ value }) => value !== '');
}

export interface UsedFilter {
  readonly field: (typeof TEXT_FILTERS)[number] | Limit;
  readonly shown: string;
}

export function usedFilters(filters: ArchiveFilters): readonly UsedFilter[] {
  const texts = TEXT_FILTERS.map((field) => ({ field, shown: filters[field].trim() }));
  const days = (['from', 'to'] as const).map((field) => ({
    field,
    shown: filters[field] === '' ? '' : formatDay(filters[field]),
  }));
  return [...texts, ...days].filter(({ shown }) => shown !== '');
}

type Limit = 'from' | 'to';

/** The filters with one limit of the run date changed. Clears the other limit if the two contradict. */
export function withLimit(
  filters: ArchiveFilters,
  limit: Limit,
  day: string,
): { readonly filters: ArchiveFilters; readonly cleared: Limit | null } {
  const next = { ...filters, [limit]: day };
  const isContradiction = next.from !== '' && next.to !== '' && next.from > next.to;
  if (!isContradiction) return { filters: next, cleared: null };
  const cleared = limit === 'from' ? 'to' : 'from';
  return { filters: { ...next, [cleared]: '' }, cleared };
}
