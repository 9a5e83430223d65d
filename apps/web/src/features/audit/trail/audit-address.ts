import type { AuditFilter } from '@curvewell/contracts';
import { auditGroupSchema, idSchema } from '@curvewell/domain';
import dayjs from 'dayjs';
import { z } from 'zod';

import { today } from '../../../shared/format/format.ts';

/** The filters and page of the audit trail. All are in the address, so that a view can be shared. */
export interface AuditView {
  /** Local days; empty means unlimited. */
  readonly from: string;
  readonly to: string;
  readonly who: string | null;
  readonly what: NonNullable<AuditFilter['what']> | null;
  readonly text: string;
  readonly laboratoryId: string | null;
  /** From 1. */
  readonly page: number;
}

const DAYS = 7;
const firstDay = (now: Date) =>
  dayjs(now)
    .subtract(DAYS - 1, 'day')
    .format('YYYY-MM-DD');

const daySchema = z.union([z.iso.date(), z.literal('')]);
const whatSchema = z.union([auditGroupSchema, z.literal('everything')]);

/** By default the last seven days. */
export const defaultView = (now = new Date()): AuditView => ({
  from: firstDay(now),
  to: today(now),
  who: null,
  what: null,
  text: '',
  laboratoryId: null,
  page: 1,
});

export function viewOf(address: URLSearchParams, now = new Date()): AuditView {
  const usual = defaultView(now);
  const day = (key: 'from' | 'to') => daySchema.safeParse(address.get(key)).data ?? usual[key];
  return {
    from: day('from'),
    to: day('to'),
    who: idSchema.safeParse(address.get('who')).data ?? null,
    what: whatSchema.safeParse(address.get('what')).data ?? null,
    text: (address.get('text') ?? '').slice(0, 100),
    laboratoryId: idSchema.safeParse(address.get('laboratory')).data ?? null,
    page: z.coerce.number().int().min(1).max(1_000_000).safeParse(address.get('page')).data ?? 1,
  };
}

/** Includes default days, so that the address means the same tomorrow. */
export function addressOf({
  from,
  to,
  who,
  what,
  text,
  laboratoryId,
  page,
}: AuditView): Record<string, string> {
  return {
    from,
    to,
    ...(who !== null && { who }),
    ...(what !== null && { what }),
    ...(text !== '' && { text }),
    ...(laboratoryId !== null && { laboratory: laboratoryId }),
    ...(page > 1 && { page: String(page) }),
  };
}

/** The address of a view to save. The last seven days stay the last seven days. */
export function savedAddressOf(view: AuditView, now = new Date()): string {
  const usual = defaultView(now);
  const { from, to, ...rest } = addressOf({ ...view, page: 1 });
  const isUsual = from === usual.from && to === usual.to;
  return new URLSearchParams({ ...(!isUsual && { from, to }), ...rest }).toString();
}

/** The query for the server: local days become instants. */
export function filterOf({ from, to, who, what, text, laboratoryId }: AuditView): AuditFilter {
  return {
    ...(from !== '' && { from: dayjs(from).startOf('day').toISOString() }),
    ...(to !== '' && { to: dayjs(to).endOf('day').toISOString() }),
    ...(who !== null && { who }),
    ...(what !== null && { what }),
    ...(text !== '' && { text }),
    ...(laboratoryId !== null && { laboratoryId }),
  };
}
