import { IconMail, IconMailOff } from '@tabler/icons-react';

import { text } from '../../locale/text.ts';
import { StateMark } from './state-mark.tsx';

/** Whether the files of a run lie on the file server; nothing while nobody tried. */
export function SendMark({ sent }: { readonly sent: boolean | null }) {
  if (sent === null) return null;
  return sent ? (
    <StateMark label={text.runs.sent} icon={IconMail} isDanger={false} />
  ) : (
    <StateMark label={text.runs.notSent} icon={IconMailOff} isDanger />
  );
}
