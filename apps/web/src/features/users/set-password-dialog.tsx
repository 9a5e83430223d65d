import { Alert, Button, CopyButton, Group, Modal, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';

import { text } from '../../locale/text.ts';
import { formatDateTime } from '../../shared/format/format.ts';

const words = text.users.link;

/** A link to set a password, shown only once. */
export interface ShownLink {
  readonly link: string;
  readonly expiresAt: string;
  readonly login: string;
  readonly name: string;
  /** The user was just created. */
  readonly isFirst: boolean;
}

/** Shows a link for setting a password. Asks before closing if it was not copied. */
export function SetPasswordDialog(props: ShownLink & { readonly onClose: () => void }) {
  const { link, expiresAt, login, name, isFirst, onClose } = props;
  const [isCopied, setCopied] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const close = () => {
    if (isCopied || isAsked) onClose();
    else setAsked(true);
  };

  return (
    <Modal opened onClose={close} size={520} title={isFirst ? words.title : words.newTitle}>
      <p style={{ marginTop: 0 }}>{words.text(name)}</p>
      <TextInput
        readOnly
        label={words.label(login)}
        value={link}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Alert mt={12} color="warning" icon={<IconAlertTriangle size={18} stroke={1.6} />}>
        <b>{words.once}</b> {words.until(formatDateTime(expiresAt))}
      </Alert>
      <Group mt={16} gap={8}>
        <span role="status" style={{ marginRight: 'auto' }}>
          {isCopied ? words.copied : isAsked ? words.notCopied : words.notCopiedYet}
        </span>
        <Button variant="default" onClick={close}>
          {isAsked && !isCopied ? words.closeAnyway : words.close}
        </Button>
        <CopyButton value={link}>
          {({ copy }) => (
            <Button
              data-autofocus
              leftSection={
                isCopied ? <IconCheck size={16} stroke={1.6} /> : <IconCopy size={16} stroke={1.6} />
              }
              onClick={() => {
                copy();
                setCopied(true);
              }}
            >
              {words.copy}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Modal>
  );
}
