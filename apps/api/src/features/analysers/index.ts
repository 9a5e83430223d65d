export { analyserColumns } from './analyser-columns.ts';
export { analyserInclude, analyserView } from './read-analysers.ts';
