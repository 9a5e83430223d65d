import type { ControlReading } from '@curvewell/contracts';
import { Button } from '@mantine/core';
import { useState } from 'react';

import { useSetExcluded } from '../../../data/controls.ts';
import { useCan } from '../../../data/identity.ts';
import { text } from '../../../locale/text.ts';
import { hasCode } from '../../../shared/api/api-problem.ts';
import { ReasonModal } from '../../../shared/ui/dialogs/reason-modal.tsx';
import { toastError, toastSuccess } from '../../../shared/ui/messages/toast.tsx';

const words = text.controls.point;

/** Leaves a reading out of the mean, or takes it in again, with a reason. Who may not do so sees nothing. */
export function ExcludeReading({ reading }: { readonly reading: ControlReading }) {
  const { id, businessId, position, revision, exclusion } = reading;
  const can = useCan();
  const [isAsking, ask] = useState(false);
  const { mutateAsync } = useSetExcluded(id);
  if (!can('WRITE_DIAGNOSTIC')) return null;
  const isIn = exclusion === null;
  const proceed = isIn ? words.leaveOut : words.include;
  const change = async (reason = ''): Promise<void> => {
    try {
      await mutateAsync({ isExcluded: isIn, reason, revision });
      toastSuccess(words.changed);
    } catch (error) {
      toastError(words.notChanged, error);
      // Somebody has left it out, or taken it in, meanwhile: what was asked is another question now.
      if (!hasCode(error, 'stale')) throw error;
    }
  };
  return (
    <>
      <Button
        variant="subtle"
        onClick={() => {
          ask(true);
        }}
      >
        {proceed}
      </Button>
      {isAsking && (
        <ReasonModal
          question={(isIn ? words.leaveOutQuestion : words.includeQuestion)(businessId, position)}
          text={isIn ? words.leaveOutConsequence : words.includeConsequence}
          commonReasons={[]}
          isRequired
          proceed={proceed}
          onProceed={change}
          onClose={() => {
            ask(false);
          }}
        />
      )}
    </>
  );
}
