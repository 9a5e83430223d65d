import type { CurveShape } from '@curvewell/domain';
import { comparePositions } from '@curvewell/domain';
import { MultiSelect } from '@mantine/core';
import { useId } from 'react';

import { text } from '../../../locale/text.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import styles from './checks.module.css';

const words = text.kits.checks.shapes;

/**
 * Wells of the shown run that stand for a reference while the kit is drawn, for a run without standards. They are no
 * setting: each interpreted plate is compared with its own standards only.
 */
export function TriedReferences({ shape: { references } }: { readonly shape: CurveShape }) {
  const { diagnostics, evaluated, tried, onTried } = useKitEditing();
  const id = useId();
  const positions = (evaluated?.wells ?? []).map(({ position }) => position).sort(comparePositions);
  if (references.length === 0 || positions.length === 0) return null;
  const labelOf = (name: string) =>
    diagnostics.find(({ diagnostic }) => diagnostic.name === name)?.diagnosticLabel ?? name;
  return (
    <>
      <div className={styles['checks-references']}>
        {references.map((name) => (
          <MultiSelect
            key={name}
            size="xs"
            searchable
            clearable
            label={words.triedOf(labelOf(name))}
            aria-describedby={id}
            data={positions.filter((position) =>
              tried.every((one) => one.position !== position || one.diagnostic === name),
            )}
            value={tried.filter(({ diagnostic }) => diagnostic === name).map(({ position }) => position)}
            onChange={(next) => {
              const others = tried.filter(({ diagnostic }) => diagnostic !== name);
              onTried([...others, ...next.map((position) => ({ position, diagnostic: name }))]);
            }}
          />
        ))}
      </div>
      <p id={id}>{words.triedText}</p>
    </>
  );
}
