import { Button, Kbd, type ButtonProps } from '@mantine/core';

interface ReasonButtonsProps extends Pick<ButtonProps, 'size' | 'disabled'> {
  readonly reasons: readonly string[];
  /** The chosen reason, if it can still change. */
  readonly picked?: string;
  readonly onPick: (reason: string) => void;
}

/** Common reasons, chosen by a click or by the digit beside each. */
export function ReasonButtons({ reasons, picked, onPick, ...look }: ReasonButtonsProps) {
  return reasons.map((reason, index) => (
    <Button
      key={reason}
      variant="default"
      {...look}
      aria-pressed={picked === undefined ? undefined : picked === reason}
      leftSection={<Kbd size="xs">{index + 1}</Kbd>}
      onClick={() => onPick(reason)}
    >
      {reason}
    </Button>
  ));
}

export const reasonOfKey = (key: string, reasons: readonly string[]): string | undefined =>
  /^[1-9]$/.test(key) ? reasons[Number(key) - 1] : undefined;
