export { outOfRange } from './out-of-range.ts';
export { recordControls } from './record-controls.ts';
