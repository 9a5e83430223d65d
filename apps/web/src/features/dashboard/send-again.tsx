import { Button } from '@mantine/core';

import { useSendRunFiles } from '../../data/deliveries.ts';
import { text } from '../../locale/text.ts';
import { toastSent } from '../../shared/ui/messages/toast-sent.ts';

const words = text.sending;

export function SendAgain({ runId, businessId }: { readonly runId: string; readonly businessId: number }) {
  const { sendFiles, isPending } = useSendRunFiles(runId);
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      loading={isPending}
      aria-label={words.actOf(words.again, businessId)}
      onClick={() => void toastSent(sendFiles(), { runId, businessId })}
    >
      {words.again}
    </Button>
  );
}
