import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';

import { useMe } from '../data/identity.ts';
import { text } from '../locale/text.ts';
import { paths } from '../shared/navigation/paths.ts';
import { CopyText } from '../shared/ui/screen/copy-text.tsx';
import { MessagePanel } from '../shared/ui/screen/message-panel.tsx';
import type { Refusal } from './access.ts';
import { logOut } from './log-out.ts';

/** Shown in place of a page that the user may not open. */
export function RefusedPage({ refusal }: { readonly refusal: Refusal }) {
  const { preferredUsername } = useMe();
  if (refusal === 'not-permitted') {
    return (
      <MessagePanel
        title={text.shell.notPermitted.title}
        actions={
          <Button component={Link} to={paths.runList()}>
            {text.common.runs}
          </Button>
        }
      />
    );
  }
  const { noLaboratory, user } = text.shell;
  const inactive = refusal === 'laboratory-inactive';
  return (
    <MessagePanel
      title={inactive ? noLaboratory.inactiveTitle : noLaboratory.title}
      actions={<Button onClick={() => void logOut()}>{user.logOut}</Button>}
    >
      <p>{inactive ? noLaboratory.inactive : noLaboratory.text}</p>
      <p>
        {noLaboratory.login} <CopyText value={preferredUsername} what={noLaboratory.login} />
      </p>
    </MessagePanel>
  );
}
