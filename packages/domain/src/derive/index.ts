/** Derives the content of a record. For Node programs; pages do not load it. */
export { derivedFaults, type Derived } from './derive-results.ts';
export {
  overrideProof,
  resultHashes,
  resultsProof,
  type ResultsProof,
  resultsProofSchema,
  wellName,
  type StoredResult,
} from './result-proof.ts';
