import { text } from '../../../locale/text.ts';
import { toastError, toastInfo, toastSuccess } from './toast.tsx';

const words = text.fileTransfer.deliveries;

/** What tells that a run was not sent: the answer and the live event come for one try, and are one toast. */
export const aboutSending = (runId: string): string => `send ${runId}`;

/** Tells what came of sending the files of a run. */
export async function tellSent(
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
