import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

import { text } from '../../../locale/text.ts';
import { hasCode } from '../../../shared/api/api-problem.ts';
import { toastError } from '../../../shared/ui/messages/toast.tsx';

const { kits, step1 } = text;

/** The name of a new kit: as typed, its fault, and what to do with an error of its creation. */
export function useKitName() {
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const name = typed.trim();
  return {
    name,
    /** Marks an empty name. */
    check: (): boolean => {
      setWrong(name === '' ? kits.list.noName : null);
      return name !== '';
    },
    failed: (error: unknown): void => {
      if (hasCode(error, 'name-taken')) setWrong(step1.sameName('Kit'));
      else toastError(kits.footer.notCreated, error);
    },
    props: {
      value: typed,
      error: wrong,
      onChange: ({ currentTarget }) => {
        setWrong(null);
        setTyped(currentTarget.value);
      },
    } satisfies TextInputProps,
  };
}

export const KitNameInput = (props: TextInputProps) => (
  <TextInput label={kits.list.name} required maxLength={100} {...props} />
);
