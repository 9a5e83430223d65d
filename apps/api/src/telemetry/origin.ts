import { AsyncLocalStorage } from 'node:async_hooks';

/** The origin of work, passed on through calls and through the queue. */
export interface Origin {
  /** The originating request. */
  readonly requestId: string | null;
  /** Who is charged for processor time in threads and processes; omitted: nobody. */
  readonly payer?: Payer;
}

/** The account of the caller, once known. */
export interface Payer {
  pay: (processorMs: number) => void;
}

export const origins = new AsyncLocalStorage<Origin>();

export const originNow = (): Origin | null => origins.getStore() ?? null;
