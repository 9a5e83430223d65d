import { daySchema } from '@curvewell/domain';
import { useState } from 'react';

import { text } from '../../../locale/text.ts';
import {
  expiryUnsaid,
  LotExpiryField,
  type NewLotExpiry,
  UNSAID_EXPIRY,
} from '../fields/lot-expiry-field.tsx';
import { confirm } from './confirm.tsx';

/** Asks for the expiry date of a lot that is added by its name. @returns the date; null: cancelled */
export async function askLotExpiry(name: string, today: string): Promise<string | null> {
  let expiry = UNSAID_EXPIRY;
  let showFault = (_fault: string): void => undefined;
  const isAdded = await confirm({
    title: text.newLotExpiry.question(name),
    text: (
      <Question
        onChange={(changed) => {
          expiry = changed;
        }}
        onOpen={(show) => {
          showFault = show;
        }}
      />
    ),
    proceed: text.lots.add,
    mayProceed: () => {
      const fault = expiryFault(expiry, today);
      if (fault !== undefined) showFault(fault);
      return fault === undefined;
    },
  });
  return isAdded ? expiry.day : null;
}

function expiryFault(expiry: NewLotExpiry, today: string): string | undefined {
  if (!daySchema.safeParse(expiry.day).success) return text.lots.noDay;
  return expiry.day < today ? text.lots.past : expiryUnsaid(expiry);
}

interface QuestionProps {
  readonly onChange: (expiry: NewLotExpiry) => void;
  readonly onOpen: (showFault: (fault: string) => void) => void;
}

function Question({ onChange, onOpen }: QuestionProps) {
  const [value, setValue] = useState(UNSAID_EXPIRY);
  const [fault, setFault] = useState<string>();
  onOpen(setFault);
  return (
    <LotExpiryField
      value={value}
      error={fault}
      description={text.newLotExpiry.why}
      onChange={(changed) => {
        setFault(undefined);
        setValue(changed);
        onChange(changed);
      }}
    />
  );
}
