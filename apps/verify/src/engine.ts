import { engineSha256 } from '@curvewell/analysis/engine-hash';

/** In the one file that is built, where the sources are not at hand. */
declare const BUILT_ENGINE_SHA256: string | undefined;

/** Names the build of the algorithms that this program calls wells by. */
export const ENGINE_SHA256: string =
  typeof BUILT_ENGINE_SHA256 === 'string' ? BUILT_ENGINE_SHA256 : engineSha256();
