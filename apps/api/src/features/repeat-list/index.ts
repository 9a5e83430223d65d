export { leaveRepeats, placeRepeats } from './place-repeats.ts';
