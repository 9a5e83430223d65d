export { chartAnswer } from './chart-answer.ts';
export { interpretPlate } from './interpret-plate.ts';
export { judgePlate } from './judge-plate.ts';
