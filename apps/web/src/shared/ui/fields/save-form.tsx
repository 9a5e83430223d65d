import type { ComponentProps } from 'react';

interface SaveFormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> {
  readonly onSave: () => Promise<unknown>;
}

/** A form that shows itself what does not fit: when it is refused, one continues in the first such field. */
export function SaveForm({ onSave, ...form }: SaveFormProps) {
  return (
    <form
      {...form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const { currentTarget } = event;
        void onSave().then(() => {
          // Once it is drawn so.
          requestAnimationFrame(() =>
            currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
          );
        });
      }}
    />
  );
}
