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

/** Excludes a reading from the mean, or includes it again, with a reason. Hidden without the permission. */
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
      // Another user has already excluded or included it, so the dialog would now do the opposite.
      if (!hasCode(error, 'stale')) throw error;
    }
  };
  return (
    <>
      <Button variant="subtle" onClick={() => ask(true)}>
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
          onClose={() => ask(false)}
        />
      )}
    </>
  );
}
