/** Vendors' terms for the content of a well; a patient's sample has none. */
const SAMPLE_TYPE_WORDS: Readonly<Record<string, SampleType>> = {
  // Bio-Rad CFX, column "Content"
  'pos ctrl': 'POSITIVE_TEST',
  'neg ctrl': 'NEGATIVE_TEST',
  ntc: 'NEGATIVE_TEST',
  nrt: 'NEGATIVE_TEST',
  std: 'STANDARD',
  // RDML sample types: no amplification control, no target present, no reverse transcription
  nac: 'NEGATIVE_TEST',
  ntp: 'NEGATIVE_TEST',
  pos: 'POSITIVE_TEST',
  // Applied Biosystems, column "Task"
  'negative control': 'NEGATIVE_TEST',
  'positive control': 'POSITIVE_TEST',
  standard: 'STANDARD',
};

/** The sample type for a vendor's term: `Pos Ctrl`, `Std-3`, `ntc`; null: an unknown sample. */
import type { SampleType } from '@curvewell/domain';
export function parseSampleType(word: string): SampleType | null {
  const plain = word.trim().toLowerCase().replace(/-\d+$/, '');
  return Object.hasOwn(SAMPLE_TYPE_WORDS, plain) ? (SAMPLE_TYPE_WORDS[plain] ?? null) : null;
}
