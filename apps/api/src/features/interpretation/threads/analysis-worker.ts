export { chartAnswer } from '../chart/chart-answer.ts';
export { interpretPlate } from '../interpret/interpret-plate.ts';
export { judgePlate } from '../judge/judge-plate.ts';
