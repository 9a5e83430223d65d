export { chartAnswer } from './chart-answer.ts';
export { interpretPlate } from './interpret-plate.ts';
