import { text } from '../../../locale/text.ts';
import { toastError, toastInfo, toastSuccess } from './toast.tsx';

const words = text.sending;

/** The response and the live event of one attempt share the toast with this id. */
export const notSentToastId = (runId: string): string => `send ${runId}`;

export function toastNotSent(runId: string): void {
  toastError(words.failed, new Error(words.failedText), { about: notSentToastId(runId) });
}

export async function toastSent(
  sending: Promise<{ readonly ftpSent: boolean | null }>,
  { runId, businessId }: { readonly runId: string; readonly businessId: number },
): Promise<void> {
  const about = notSentToastId(runId);
  try {
    const { ftpSent } = await sending;
    if (ftpSent === true) toastSuccess(words.sentNow(businessId));
    else if (ftpSent === false) toastError(words.notSentNow, new Error(words.seeLog), { about });
    else toastInfo(words.goesOn(businessId));
  } catch (error) {
    toastError(words.notSentNow, error, { about });
  }
}
