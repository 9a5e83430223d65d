export { diagnosticColorOf } from './diagnostic-color.ts';
export { lotInclude, lotView, visibleLots } from './lot-view.ts';
