export { deliver } from './deliver.ts';
