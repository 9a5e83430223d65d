import type { RunSummary } from '@curvewell/domain';
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';

import { text } from '../../../locale/text.ts';
import { StateMark } from './state-mark.tsx';

/** Whether a decided run still matches its signed record; nothing if unsigned or not checked yet. */
export function RecordMark({ record }: Pick<RunSummary, 'record'>) {
  if (record === null) return null;
  return record === 'changed' ? (
    <StateMark label={text.record.changed} icon={IconShieldX} isDanger />
  ) : (
    <StateMark label={text.record.unchanged} icon={IconShieldCheck} isDanger={false} />
  );
}
