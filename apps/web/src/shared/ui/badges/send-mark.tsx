import type { Run } from '@curvewell/domain';
import { IconMail, IconMailForward, IconMailOff } from '@tabler/icons-react';

import { text } from '../../../locale/text.ts';
import { deliveryWords } from '../../format/delivery-words.ts';
import { StateMark } from './state-mark.tsx';

/** Whether the files of a run were sent or wait to be sent; nothing before the first attempt. */
export function SendMark({
  run: { ftpSent, delivery },
}: {
  readonly run: Pick<Run, 'ftpSent' | 'delivery'>;
}) {
  if (ftpSent === true) return <StateMark label={text.runs.sent} icon={IconMail} isDanger={false} />;
  if (delivery !== null) {
    const isStopped = delivery.state === 'NOT_SENT';
    return (
      <StateMark
        label={deliveryWords(delivery)}
        icon={isStopped ? IconMailOff : IconMailForward}
        isDanger={isStopped}
      />
    );
  }
  return ftpSent === null ? null : <StateMark label={text.runs.notSent} icon={IconMailOff} isDanger />;
}
