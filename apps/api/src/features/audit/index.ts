export { exportHeads, type HeadNeeds } from './export-heads.ts';
export { HeadFiles } from './head-files.ts';
export { readRunSlice } from './read-slice.ts';
