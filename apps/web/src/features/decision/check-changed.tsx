import { Alert, Button, List } from '@mantine/core';
import { useEffect, useRef } from 'react';

import { text } from '../../locale/text.ts';
import { useOpenCheck } from './check-context.ts';

const words = text.decision.changes;

/** Lists what has changed since the check was opened. The user must accept it before deciding. */
export function CheckChanged({ isRefused }: { readonly isRefused: boolean }) {
  const { changes, accept } = useOpenCheck();
  const alert = useRef<HTMLDivElement>(null);
  // Take the focus only after a refused decision; otherwise the user may be typing a reason.
  useEffect(() => {
    if (isRefused) alert.current?.focus();
  }, [isRefused]);
  return (
    <Alert ref={alert} color="warning" role="alert" tabIndex={-1} p={8} mb={8} title={words.title}>
      <List size="sm">
        {changes.map((change) => (
          <List.Item key={change}>{change}</List.Item>
        ))}
      </List>
      <Button size="compact-sm" variant="default" mt={6} onClick={accept}>
        {words.seen}
      </Button>
    </Alert>
  );
}
