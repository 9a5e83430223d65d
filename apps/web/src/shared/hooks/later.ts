/**
 * When code is fetched that the first page does not need and a later one cannot wait for, ms. It then is there if the
 * product is upgraded, or the network lost, while the page is open.
 */
export const LATER_MS = 10_000;
