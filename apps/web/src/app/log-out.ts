import { text } from '../locale/text.ts';
import { signOut } from '../shared/identity/sign-in.ts';
import { confirm } from '../shared/ui/dialogs/confirm.tsx';
import { hasUnsavedChanges } from '../shared/forms/unsaved-changes.ts';

/** Signs out. Asks for confirmation first if there are unsaved changes, because their drafts are deleted. */
export async function logOut(): Promise<void> {
  const { logOutQuestion, logOutText } = text.unsaved;
  if (hasUnsavedChanges() && !(await confirm({ title: logOutQuestion, text: logOutText, destroys: true })))
    return;
  await signOut();
}
