import { Alert, Button, Group, Modal } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

import { text } from '../../locale/text.ts';

const words = text.users.mailFailed;

interface MailFailedDialogProps {
  readonly email: string;
  readonly isSending: boolean;
  readonly onSendAgain: () => void;
  readonly onClose: () => void;
}

/** Shown if a user was created but the mail with the password link could not be sent. */
export function MailFailedDialog({ email, isSending, onSendAgain, onClose }: MailFailedDialogProps) {
  return (
    <Modal opened onClose={onClose} size={520} title={words.title}>
      <Alert color="warning" role="alert" icon={<IconAlertTriangle size={18} stroke={1.6} />}>
        {words.text(email)}
      </Alert>
      <Group mt={16} gap={8} justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {words.close}
        </Button>
        <Button data-autofocus loading={isSending} onClick={onSendAgain}>
          {words.sendAgain}
        </Button>
      </Group>
    </Modal>
  );
}
