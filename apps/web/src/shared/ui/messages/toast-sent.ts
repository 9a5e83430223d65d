import { text } from '../../../locale/text.ts';
import { toastError, toastInfo, toastSuccess } from './toast.tsx';

const words = text.fileTransfer.deliveries;

/** The toast of a run that was not sent: the response and the live event of one attempt are one toast. */
export const aboutSending = (runId: string): string => `send ${runId}`;

/** Shows that the files of a run were not sent. */
export function toastNotSent(runId: string): void {
  const { send, notSentText } = text.interpretation.failed;
  toastError(send, new Error(notSentText), { about: aboutSending(runId) });
}

/** Shows the outcome of sending the files of a run. */
export async function toastSent(
  sending: Promise<{ readonly ftpSent: boolean | null }>,
  { runId, businessId }: { readonly runId: string; readonly businessId: number },
): Promise<void> {
  const about = aboutSending(runId);
  try {
    const { ftpSent } = await sending;
    if (ftpSent === true) toastSuccess(words.sentNow(businessId));
    else if (ftpSent === false) toastError(words.notSentNow, new Error(words.seeLog), { about });
    else toastInfo(words.goesOn(businessId));
  } catch (error) {
    toastError(words.notSentNow, error, { about });
  }
}
