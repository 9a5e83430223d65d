import { shownDiagnostic } from '@curvewell/domain';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

import { useForgetSeen } from '../../../data/decisions.ts';
import { useUpdateDiagnostic } from '../../../data/interpretation.ts';
import { text } from '../../../locale/text.ts';
import type { Scheme } from '../../../shared/colour/diagnostic-palette.ts';
import { rememberMessage } from '../../../shared/ui/messages/messages.ts';
import { restoreFocus } from '../../../shared/ui/dialogs/focus-back.ts';
import { toastError } from '../../../shared/ui/messages/toast.tsx';
import { lookOf } from '../result-look.ts';
import type { SavedChange } from '../state/review-context.ts';
import classes from './update-notice.module.css';

/** How long Undo is offered, s. */
const UNDO_S = 10;
/** How long the confirmation of the undo is shown, s. */
const UNDONE_S = 6;

interface UpdateNoticeProps {
  readonly runId: string;
  readonly scheme: Scheme;
  readonly saved: SavedChange | null;
  readonly onGone: () => void;
}

const texts = text.interpretation.update;

/** The last update with Undo. The live region is always mounted, so that updates are announced. */
export function UpdateNotice({ saved, ...props }: UpdateNoticeProps) {
  return (
    <div role="status" className={classes['place']}>
      {saved && <Notice key={saved.changeId} saved={saved} {...props} />}
    </div>
  );
}

function Notice({ runId, scheme, saved, onGone }: UpdateNoticeProps & { readonly saved: SavedChange }) {
  const { changeId, wellId, position, name, reason } = saved;
  const [undone, setUndone] = useState<string | null>(null);
  const { left, hold } = useCountdown(undone === null ? UNDO_S : UNDONE_S, onGone);
  const { mutateAsync, isPending } = useUpdateDiagnostic(runId);
  const forgetSeen = useForgetSeen(runId);
  const title = undone ?? texts.done(position, name);
  const quote = undone === null && reason !== undefined ? text.interpretation.card.quoted(reason) : null;
  useEffect(() => rememberMessage({ kind: 'success', title, text: quote }), [title, quote]);

  const undo = async (): Promise<void> => {
    try {
      const [well] = await mutateAsync({ wellId, update: { undo: changeId } });
      forgetSeen(wellId);
      setUndone(texts.undone(position, lookOf(well && shownDiagnostic(well)?.diagnosticColor, scheme).name));
    } catch (error) {
      toastError(texts.undoFailed, error);
      onGone();
    }
    // The focused button is about to be removed.
    setTimeout(restoreFocus, 0, document.querySelector('[data-result]'));
  };

  return (
    <div className={classes['notice']} {...hold}>
      <IconCheck size={18} stroke={2} className={classes['icon']} />
      <p className={classes['text']} title={quote === null ? title : `${title} ${quote}`}>
        <b>{title}</b> {quote}
      </p>
      {undone === null && (
        <>
          <Button
            size="xs"
            variant="default"
            flex="none"
            loading={isPending}
            leftSection={<IconArrowBackUp size={15} stroke={1.8} />}
            onClick={() => void undo()}
          >
            {texts.undo}
          </Button>
          <span className={classes['left']} aria-hidden="true">
            {texts.secondsLeft(left)}
          </span>
        </>
      )}
    </div>
  );
}

/** Counts down seconds, paused while hovered or focused. */
function useCountdown(seconds: number, onEnd: () => void) {
  const [counted, count] = useState({ from: seconds, left: seconds });
  const left = counted.from === seconds ? counted.left : seconds;
  const [holds, setHolds] = useState({ pointer: false, focus: false });
  const isHeld = holds.pointer || holds.focus;
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => {
      if (left > 1) count({ from: seconds, left: left - 1 });
      else onEnd();
    }, 1000);
    return () => clearTimeout(timer);
  }, [isHeld, left, seconds, onEnd]);
  const holding = (hold: Partial<typeof holds>) => () => setHolds((now) => ({ ...now, ...hold }));
  return {
    left,
    hold: {
      onPointerEnter: holding({ pointer: true }),
      onPointerLeave: holding({ pointer: false }),
      onFocus: holding({ focus: true }),
      onBlur: holding({ focus: false }),
    },
  };
}
