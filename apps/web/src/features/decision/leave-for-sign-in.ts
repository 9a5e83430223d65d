import { text } from '../../locale/text.ts';
import { signInAgain } from '../../shared/identity/sign-in.ts';
import { toastError } from '../../shared/ui/messages/toast.tsx';

/** Leaves for the provider, which leads back to this address; what was ticked and typed is kept. @returns false: it shows why not */
export async function leaveForSignIn(login: string): Promise<boolean> {
  try {
    await signInAgain(login);
    return true;
  } catch (error) {
    toastError(text.decision.notSignedIn, error);
    return false;
  }
}
