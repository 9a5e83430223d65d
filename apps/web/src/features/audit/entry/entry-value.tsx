import { diagnosticColorSchema, kitStatusSchema, runStatusSchema } from '@curvewell/domain';

import { text } from '../../../locale/text.ts';
import { formatCount, formatDateTime, formatDay } from '../../../shared/format/format.ts';
import { shortHash } from '../../../shared/format/short-hash.ts';
import { ResultCode } from '../../../shared/ui/badges/result-code.tsx';
import { RunStatusBadge } from '../../../shared/ui/badges/run-status-badge.tsx';
import styles from '../audit.module.css';
import { type EntryValue as Value, fieldWords } from './entry-changes.ts';

const HASH = /^[0-9a-f]{64}$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const SHOWN_ITEMS = 6;

interface EntryValueProps {
  readonly value: Value;
  /** Without the status badge, for a table row. */
  readonly isPlain?: boolean;
}

/** A value of an entry, shown with the product's usual symbols. */
export function EntryValue({ value, isPlain = false }: EntryValueProps) {
  const color = diagnosticColorSchema.safeParse(value).data;
  if (color) {
    return (
      <span className={styles['result']}>
        <ResultCode result={color} named />
      </span>
    );
  }
  const status = runStatusSchema.safeParse(value).data;
  if (status && !isPlain) return <RunStatusBadge status={status} />;
  if (typeof value === 'string' && HASH.test(value)) {
    return (
      <code className={styles['hash']} title={value}>
        {shortHash(value)}
      </code>
    );
  }
  return <span className={styles['value']}>{status ? text.status[status] : valueText(value)}</span>;
}

function valueText(value: Value): string {
  if (value === undefined || value === null || value === '') return text.audit.none;
  if (typeof value === 'boolean') return value ? text.audit.yes : text.audit.no;
  if (typeof value === 'number') return formatCount(value);
  if (typeof value === 'string') {
    if (DAY.test(value)) return formatDay(value);
    const kitStatus = kitStatusSchema.safeParse(value).data;
    if (kitStatus) return text.step1.kitStatus[kitStatus];
    if (HASH.test(value)) return shortHash(value);
    return INSTANT.test(value) ? formatDateTime(value) : value;
  }
  if (!Array.isArray(value)) return membersText(value);
  if (value.length === 0) return text.audit.none;
  const shown = value.slice(0, SHOWN_ITEMS).map(valueText).join(', ');
  return value.length > SHOWN_ITEMS ? `${shown} ${text.audit.more(value.length - SHOWN_ITEMS)}` : shown;
}

function membersText(value: object): string {
  const members = Object.entries(value as Readonly<Record<string, Value>>);
  if (members.length === 0) return text.audit.none;
  return members.map(([key, member]) => `${fieldWords(key)}: ${valueText(member)}`).join('; ');
}
