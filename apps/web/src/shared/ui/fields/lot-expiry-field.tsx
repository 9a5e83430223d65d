import { DEFAULT_LOT_EXPIRATION } from '@curvewell/domain';
import { Checkbox, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

import { text } from '../../../locale/text.ts';
import { DayInput } from './day-input.tsx';

/** The expiry date of a new lot, and whether the user said that its label has none. */
export interface NewLotExpiry {
  readonly day: string;
  readonly isNone: boolean;
}

/** 31 December 2099 stands for no expiry date, until the user says which. */
export const UNSAID_EXPIRY: NewLotExpiry = { day: DEFAULT_LOT_EXPIRATION, isNone: false };

/** Why a lot cannot be added with this expiry; undefined: it can. */
export const expiryUnsaid = ({ day, isNone }: NewLotExpiry): string | undefined =>
  day === DEFAULT_LOT_EXPIRATION && !isNone ? text.newLotExpiry.unsaid : undefined;

interface LotExpiryFieldProps {
  readonly value: NewLotExpiry;
  readonly error: string | undefined;
  readonly description: ReactNode;
  readonly onChange: (expiry: NewLotExpiry) => void;
}

/** The expiry date on the label of a new lot, or that there is none. */
export function LotExpiryField({ value, error, description, onChange }: LotExpiryFieldProps) {
  return (
    <Stack gap="xs">
      <DayInput
        label={text.lots.expiry}
        required
        value={value.day}
        error={error}
        description={description}
        onChange={(day) => onChange({ day, isNone: false })}
      />
      <Checkbox
        label={text.newLotExpiry.none}
        checked={value.isNone}
        onChange={({ currentTarget: { checked } }) =>
          onChange({ day: DEFAULT_LOT_EXPIRATION, isNone: checked })
        }
      />
    </Stack>
  );
}
