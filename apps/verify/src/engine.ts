import { engineSha256 } from '@curvewell/analysis/engine-hash';

/** Defined in the bundled file, where the sources are not available. */
declare const BUILT_ENGINE_SHA256: string | undefined;

/** Identifies the build of this program's algorithms. */
export const ENGINE_SHA256: string =
  typeof BUILT_ENGINE_SHA256 === 'string' ? BUILT_ENGINE_SHA256 : engineSha256();
