import { Button } from '@mantine/core';
import { useState } from 'react';

import { text } from '../../../locale/text.ts';
import { CompareList, type Comparison } from '../../../shared/ui/alerts/compare-list.tsx';
import {
  metadataDifferences,
  resolvedMetadata,
  type Metadata,
  type MetadataDifference,
} from './compare-metadata.ts';
import type { KitRow } from '../rows/kit-rows.ts';
import styles from '../run-metadata.module.css';

/** The texts for ids in both versions. */
export interface MetadataWords {
  readonly analyser: (id: string | null) => string | null;
  readonly kit: (id: string) => string;
  readonly row: (row: KitRow) => string;
}

interface CompareCardProps {
  readonly mine: Metadata;
  readonly theirs: Metadata;
  /** Differences initially resolved in the other user's favour. */
  readonly taken: ReadonlySet<string>;
  readonly words: MetadataWords;
  readonly isSaving: boolean;
  readonly onSave: (settled: Metadata) => void;
}

function comparisonOf(difference: MetadataDifference, words: MetadataWords): Comparison {
  const { key } = difference;
  if (difference.key === 'analyser') {
    const { mine, theirs } = difference;
    return { key, what: text.step1.analyser, mine: words.analyser(mine), theirs: words.analyser(theirs) };
  }
  if (difference.key === 'plateId') {
    const { mine, theirs } = difference;
    return { key, what: text.step1.plateId, mine: mine || null, theirs: theirs || null };
  }
  const { kitId, mine, theirs } = difference;
  return {
    key,
    what: `${text.step1.kit} ${words.kit(kitId)}`,
    mine: mine && words.row(mine),
    theirs: theirs && words.row(theirs),
  };
}

/** Compares step 1 with the version that another user saved, with a switch for each difference. */
export function CompareCard({ mine, theirs, taken, words, isSaving, onSave }: CompareCardProps) {
  const [resolvedAsTheirs, turn] = useState(taken);
  const differences = metadataDifferences(mine, theirs);
  const settled = resolvedMetadata({ mine, theirs }, resolvedAsTheirs);
  return (
    <section className={styles['card']} aria-labelledby="compare-card">
      <h2 id="compare-card" className={styles['cardTitle']}>
        {text.step1.compareCard}
      </h2>
      {differences.length === 0 && <p>{text.compare.noDifference}</p>}
      <CompareList
        comparisons={differences.map((difference) => comparisonOf(difference, words))}
        resolvedAsTheirs={resolvedAsTheirs}
        onSwitch={turn}
      />
      <Button
        mt={12}
        loading={isSaving}
        disabled={settled.rows.length === 0}
        title={settled.rows.length === 0 ? text.step1.noKitSelected : undefined}
        onClick={() => onSave(settled)}
      >
        {text.compare.save}
      </Button>
    </section>
  );
}
