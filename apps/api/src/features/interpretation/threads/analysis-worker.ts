export { chartAnswer } from '../chart/chart-answer.ts';
export { interpretPlate } from '../interpret/interpret-plate.ts';
export { evaluatePlate } from '../evaluate/evaluate-plate.ts';
