import type { Exceeded } from './reader.ts';

/** The cause of an incomplete reading: a time limit, or the system. */
export type ReaderBusyLimit = Exclude<Exceeded, 'memory'> | 'waiting-time' | 'system';

const SENTENCE: Readonly<Record<ReaderBusyLimit, string>> = {
  'processor-time': 'reading exceeded the processor time of one import',
  'elapsed-time': 'reading exceeded the time limit of one import',
  'waiting-time': 'the import waited too long for its turn',
  system: 'the system stopped the reader',
};

/**
 * The files were not completely read for lack of time or memory on this machine, which says nothing about the
 * files.
 */
export class ReaderBusy extends Error {
  override readonly name = 'ReaderBusy';
  readonly limit: ReaderBusyLimit;

  constructor(limit: ReaderBusyLimit, options?: ErrorOptions) {
    super(SENTENCE[limit], options);
    this.limit = limit;
  }
}
