export { outOfRange } from './out-of-range.ts';
export { recordControls } from './change/record-controls.ts';
