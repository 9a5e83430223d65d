export { diagnosticColorOf } from './diagnostic-color.ts';
export { lockVersion } from './lock-version.ts';
export { lotInclude, lotView, visibleLots } from './lot-view.ts';
export { nameTaken, orNameTaken } from './taken-name.ts';
