import { text } from '../../locale/text.ts';
import type { DraftRow } from './draft-row.ts';

const words = text.diagnostics;

export const usedText = ({ versions, isUsed }: NonNullable<DraftRow['saved']>): string =>
  versions > 0 ? words.versions(versions) : isUsed ? words.onPlates : words.unused;
