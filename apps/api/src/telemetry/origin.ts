import { AsyncLocalStorage } from 'node:async_hooks';

/** What something that is done goes back to, through threads of calls and through the queue. */
export interface Origin {
  /** The request that asked for it. */
  readonly requestId: string | null;
  /** Who pays for the processor time of threads and processes; left out: nobody. */
  readonly payer?: Payer;
}

/** The account of who asked, once it is known. */
export interface Payer {
  pay: (processorMs: number) => void;
}

/** The origin of a request, for its callee. */
export const origins = new AsyncLocalStorage<Origin>();

export const originNow = (): Origin | null => origins.getStore() ?? null;
