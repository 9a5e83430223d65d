import { Button, type ButtonProps, Group, type GroupProps } from '@mantine/core';

import { text } from '../../../locale/text.ts';

interface DialogFooterProps extends Pick<GroupProps, 'gap' | 'mt' | 'pt'>, Pick<ButtonProps, 'color'> {
  /** Submits the form around it. */
  readonly act: string;
  readonly isPending: boolean;
  readonly isReady?: boolean;
  readonly isHeld?: boolean;
  readonly onCancel: () => void;
}

/** “Cancel”, and what the dialog does. */
export function DialogFooter({
  act,
  isPending,
  isReady = true,
  isHeld = false,
  onCancel,
  color,
  ...group
}: DialogFooterProps) {
  return (
    <Group justify="flex-end" {...group}>
      <Button variant="default" onClick={onCancel} disabled={isHeld}>
        {text.common.cancel}
      </Button>
      <Button type="submit" loading={isPending} disabled={!isReady} {...(color !== undefined && { color })}>
        {act}
      </Button>
    </Group>
  );
}
