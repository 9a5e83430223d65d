import { Select, useComputedColorScheme } from '@mantine/core';
import { IconPalette, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';

import { useCan } from '../../../data/identity.ts';
import { text } from '../../../locale/text.ts';
import { colorLook } from '../../../shared/colour/diagnostic-palette.ts';
import { DiagnosticCode } from '../../../shared/ui/badges/diagnostic-code.tsx';
import { useKitEditing } from '../kit-editor-context.ts';
import editor from '../kit-editor.module.css';
import { DiagnosticDialog } from './diagnostic-dialog.tsx';

const words = text.kits.combinations;
const NONE = 'none';
const ADD = 'add';
const CHANGE = 'change';

/** Returns the look of a diagnostic of the kit, or null for none. */
export function useLook() {
  const scheme = useComputedColorScheme('light');
  const { diagnostics } = useKitEditing();
  return (id: string | null) =>
    colorLook(
      diagnostics.find((one) => one.id === id),
      scheme,
    );
}

interface DiagnosticSelectProps {
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
}

/** Selects a diagnostic of the kit; the last options add one or edit label and colour. */
export function DiagnosticSelect({ label, value, onChange }: DiagnosticSelectProps) {
  const { diagnostics, isLocked } = useKitEditing();
  const lookOf = useLook();
  const look = lookOf(value);
  const can = useCan();
  const [dialog, setDialog] = useState<typeof ADD | typeof CHANGE | null>(null);
  if (isLocked) {
    return (
      <span className={editor['diagnostic-text']}>
        <DiagnosticCode look={look} />
        {value === null ? words.none : look.name}
      </span>
    );
  }
  const offers = !can('WRITE_DIAGNOSTIC')
    ? []
    : [
        { value: ADD, label: words.dialog.addOption },
        ...(value === null ? [] : [{ value: CHANGE, label: words.dialog.changeOption(look.name) }]),
      ];
  return (
    <>
      <Select
        size="xs"
        aria-label={label}
        allowDeselect={false}
        data={[
          { value: NONE, label: words.none },
          ...diagnostics.map(({ id }) => ({ value: id, label: lookOf(id).name })),
          ...offers,
        ]}
        value={value ?? NONE}
        leftSection={<DiagnosticCode look={look} />}
        leftSectionWidth={34}
        renderOption={({ option }) => (
          <span className={editor['diagnostic-text']}>
            {option.value === ADD || option.value === CHANGE ? (
              <OfferIcon kind={option.value} />
            ) : (
              <DiagnosticCode look={lookOf(option.value === NONE ? null : option.value)} />
            )}
            {option.label}
          </span>
        )}
        onChange={(id) => {
          if (id === ADD || id === CHANGE) setDialog(id);
          else onChange(id === NONE ? null : id);
        }}
      />
      {dialog !== null && (
        <DiagnosticDialog
          id={dialog === ADD ? null : value}
          onSaved={(id) => {
            setDialog(null);
            onChange(id);
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

function OfferIcon({ kind }: { readonly kind: typeof ADD | typeof CHANGE }) {
  const Icon = kind === ADD ? IconPlus : IconPalette;
  return <Icon size={16} stroke={1.6} aria-hidden />;
}
