import { sampleTypeSchema, type SampleType } from '@curvewell/domain';
import { Select, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';

import { text } from '../../../locale/text.ts';
import { SampleShape } from '../../../shared/ui/plate/sample-shape.tsx';
import classes from './plate-caption.module.css';

/** Legend of step 2: sample type shapes and, with several kits, their numbers. */
export function SampleTypeCaption({ kits }: { readonly kits: readonly string[] }) {
  return (
    <div className={classes['types']} role="group" aria-label={text.plate.caption}>
      {sampleTypeSchema.options.map((type) => (
        <span key={type} className={classes['entry']}>
          <SampleShape type={type} size={14} />
          {text.sampleTypes[type]}
        </span>
      ))}
      {kits.length > 1 && (
        <span className={classes['kits']}>
          {kits.map((kit, index) => (
            <span key={kit} className={classes['entry']}>
              <b className={classes['number']} data-kit={index + 1}>
                {index + 1}
              </b>
              {kit}
            </span>
          ))}
        </span>
      )}
    </div>
  );
}

export interface CaptionEntry {
  /** Identifies the group for `onPick`. */
  readonly key: string;
  /** Code or symbol, as on the wells. */
  readonly mark: ReactNode;
  readonly name: string;
  readonly count: number;
  /** Exactly these wells are selected. */
  readonly isPicked: boolean;
}

interface DiagnosticCaptionProps {
  readonly entries: readonly CaptionEntry[];
  readonly onPick: (key: string) => void;
  readonly sampleType: SampleType | null;
  readonly onSampleType: (type: SampleType | null) => void;
}

/** Legend of the results with their counts. A click on an entry selects its wells. */
export function DiagnosticCaption({ entries, onPick, sampleType, onSampleType }: DiagnosticCaptionProps) {
  return (
    <div className={classes['results']} role="group" aria-label={text.plate.caption}>
      {entries.map((entry) => (
        <UnstyledButton
          key={entry.key}
          className={classes['result']}
          aria-pressed={entry.isPicked}
          onClick={() => onPick(entry.key)}
        >
          {entry.mark}
          <span className={classes['name']}>{entry.name}</span>
          <b>{entry.count}</b>
        </UnstyledButton>
      ))}
      <Select
        className={classes['filter']}
        size="xs"
        aria-label={text.plate.sampleTypeFilter}
        placeholder={text.plate.anySampleType}
        data={sampleTypeSchema.options.map((type) => ({ value: type, label: text.sampleTypes[type] }))}
        value={sampleType}
        clearable
        onChange={(value) => onSampleType(sampleTypeSchema.nullable().parse(value))}
      />
    </div>
  );
}
