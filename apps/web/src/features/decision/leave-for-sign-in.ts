import { text } from '../../locale/text.ts';
import { signInAgain } from '../../shared/identity/sign-in.ts';
import { toastError } from '../../shared/ui/messages/toast.tsx';

/**
 * Redirects to the provider, which returns to this address; answers are kept as a draft. @returns false on
 * failure, after showing the reason
 */
export async function leaveForSignIn(login: string): Promise<boolean> {
  try {
    await signInAgain(login);
    return true;
  } catch (error) {
    toastError(text.decision.notSignedIn, error);
    return false;
  }
}
