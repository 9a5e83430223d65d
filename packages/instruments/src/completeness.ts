import type { Part } from './part.ts';

/**
 * What to say when nothing in an upload can prove that no line is missing at the
 * end of a file. Tables of two dyes, or of fluorescence and derivative, vouch for
 * each other.
 */
export function completenessNotes(parts: readonly Part[]): string[] {
  const open = parts.filter(({ openEnded, series }) => openEnded && series.length > 0);
  const isWitnessed = (part: Part) => part.format === 'cfx' && open.length > 1;
  return open
    .filter((part) => !isWitnessed(part))
    .map(({ file, series }) => {
      const last = series.at(-1);
      return `${file} has no end mark: compare its end with the instrument – the last well is ${last?.position ?? ''}, the last temperature ${last?.temperature.at(-1) ?? ''} °C.`;
    });
}
