import { combinedLabel } from './combined-words.ts';
import type { CombinedResult } from './combined-result.ts';
import type { SampleResult } from './sample-result.ts';
import { hasSampleResult, sampleResultLabel } from './sample-words.ts';

interface Results {
  readonly combined: readonly CombinedResult[];
  readonly samples: readonly SampleResult[];
}

/** “Carrier · 2 wells”, “FAM: Heterozygous · 3 wells”; null: the sample has no result over wells or channels */
export function resultLine({ combined, samples }: Results): string | null {
  const kits = new Set(combined.map(({ kitVersionId }) => kitVersionId));
  const lines = [
    ...combined.map((one) =>
      line(
        combinedLabel(one),
        one.channels.flatMap(({ wells }) => wells),
      ),
    ),
    // A combined result contains those of its channels.
    ...samples
      .filter((one) => hasSampleResult(one) && !kits.has(one.kitVersionId))
      .map((one) => line(`${one.channel}: ${sampleResultLabel(one)}`, one.wells)),
  ];
  return lines.length === 0 ? null : lines.join('; ');
}

function line(label: string, wells: readonly { readonly position: string }[]): string {
  const count = new Set(wells.map(({ position }) => position)).size;
  return `${label} · ${count === 1 ? '1 well' : `${count} wells`}`;
}
