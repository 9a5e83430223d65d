import { text } from '../../locale/text.ts';
import { toastError, toastInfo, toastSuccess } from './toast.tsx';

const words = text.fileTransfer.deliveries;

/** Tells what came of sending the files of a run. */
export async function tellSent(
  sending: Promise<{ readonly ftpSent: boolean | null }>,
  businessId: number,
): Promise<void> {
  try {
    const { ftpSent } = await sending;
    if (ftpSent === true) toastSuccess(words.sentNow(businessId));
    else if (ftpSent === false) toastError(words.notSentNow, new Error(words.seeLog));
    else toastInfo(words.goesOn(businessId));
  } catch (error) {
    toastError(words.notSentNow, error);
  }
}
