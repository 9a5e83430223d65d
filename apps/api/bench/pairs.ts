import type { MeasuredProcess } from './measured-process.ts';

/** A server and how to send it requests. */
export interface MeasuredServer {
  readonly process: MeasuredProcess;
  readonly ask: () => Promise<void>;
}

/** Time or processor time of a request, ms, and its ratio to the bare request. */
export interface Cost {
  readonly product: number;
  readonly bare: number;
  readonly ratio: number;
}

/** Fraction of the first requests that are warm-up and not counted. */
const LEARNING = 0.5;

/** Sends requests to both servers alternately, so that other load on the machine affects both equally. */
export async function comparePairs(
  product: MeasuredServer,
  bare: MeasuredServer,
  { requests, pairs }: { readonly requests: number; readonly pairs: number },
): Promise<Cost> {
  const learning = Math.ceil(requests * LEARNING);
  await perRequest(product, learning);
  await perRequest(bare, learning);
  const costs: Cost[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const cost = { product: await perRequest(product, requests), bare: await perRequest(bare, requests) };
    costs.push({ ...cost, ratio: cost.product / cost.bare });
  }
  return {
    product: median(costs.map((cost) => cost.product)),
    bare: median(costs.map((cost) => cost.bare)),
    ratio: median(costs.map((cost) => cost.ratio)),
  };
}

async function perRequest({ process, ask }: MeasuredServer, requests: number): Promise<number> {
  const before = await process.usage();
  for (let request = 0; request < requests; request++) await ask();
  const after = await process.usage();
  return (after.processorMs - before.processorMs) / requests;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The time of some work, ms. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}
