import { Button, Code } from '@mantine/core';
import { Link, useLocation } from 'react-router-dom';
import { z } from 'zod';

import { text } from '../locale/text.ts';
import { paths } from '../shared/navigation/paths.ts';
import { MessagePanel } from '../shared/ui/screen/message-panel.tsx';

const stateSchema = z.object({ address: z.string() });

/** `/404` */
export function NotFoundScreen() {
  const state = stateSchema.safeParse(useLocation().state);
  return (
    <MessagePanel
      title={text.shell.notFound.title}
      actions={
        <Button component={Link} to={paths.runList()}>
          {text.common.runs}
        </Button>
      }
    >
      {state.success && <Code>{state.data.address}</Code>}
    </MessagePanel>
  );
}
