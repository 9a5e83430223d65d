import type { ComponentProps } from 'react';

interface SaveFormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> {
  readonly onSave: () => Promise<unknown>;
}

/** A form with its own validation: after a failed submit the first invalid field gets the focus. */
export function SaveForm({ onSave, ...form }: SaveFormProps) {
  return (
    <form
      {...form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const { currentTarget } = event;
        void onSave().then(() => {
          // after the invalid state is rendered
          requestAnimationFrame(() =>
            currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
          );
        });
      }}
    />
  );
}
