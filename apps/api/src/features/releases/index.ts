export { loadReleases } from './load-releases.ts';
