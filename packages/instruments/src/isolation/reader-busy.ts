import type { Exceeded } from './reader.ts';

/** What ended the reading, or kept it from beginning: a limit of time, or the system. */
export type ReaderBusyLimit = Exclude<Exceeded, 'memory'> | 'waiting-time' | 'system';

const SENTENCE: Readonly<Record<ReaderBusyLimit, string>> = {
  'processor-time': 'reading took more processor time than one import gets',
  'elapsed-time': 'reading took longer than one import may',
  'waiting-time': 'the import waited too long for its turn',
  system: 'the system stopped the reader',
};

/** The files were not read to their end for lack of time or memory on this machine: it says nothing of the files. */
export class ReaderBusy extends Error {
  override readonly name = 'ReaderBusy';
  readonly limit: ReaderBusyLimit;

  constructor(limit: ReaderBusyLimit, options?: ErrorOptions) {
    super(SENTENCE[limit], options);
    this.limit = limit;
  }
}
