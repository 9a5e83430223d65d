export { recordControls } from './record-controls.ts';
