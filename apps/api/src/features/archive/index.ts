export { purgeDaily } from './purge-archive.ts';
