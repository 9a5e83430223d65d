import { Button, Code, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

import { text } from '../../../locale/text.ts';

/** A text such as a request id, with a button that copies it. */
export function CopyText({ value, what }: { readonly value: string; readonly what: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <span>
          <Code>{value}</Code>{' '}
          <Button
            variant="subtle"
            size="xs"
            leftSection={copied ? <IconCheck size={16} stroke={1.6} /> : <IconCopy size={16} stroke={1.6} />}
            aria-label={text.common.copyOf(what)}
            onClick={copy}
          >
            {copied ? text.common.copied : text.common.copy}
          </Button>
        </span>
      )}
    </CopyButton>
  );
}
