import { text } from '../locale/text.ts';
import { signOut } from '../shared/identity/sign-in.ts';
import { confirm } from '../shared/ui/dialogs/confirm.tsx';
import { hasUnsavedChanges } from '../shared/forms/unsaved-changes.ts';

/** Signs out; asks first when something is not saved, since its draft goes too. */
export async function logOut(): Promise<void> {
  const { logOutQuestion, logOutText } = text.unsaved;
  if (hasUnsavedChanges() && !(await confirm({ title: logOutQuestion, text: logOutText, destroys: true })))
    return;
  await signOut();
}
