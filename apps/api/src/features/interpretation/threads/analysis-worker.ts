export { chartSlopes, storedChartAnswer } from '../chart/stored-slopes.ts';
export { fluorescenceAnswer } from '../chart/fluorescence-answer.ts';
export { normalisedAnswer } from '../chart/normalised-answer.ts';
export { interpretPlate } from '../interpret/interpret-plate.ts';
export { evaluatePlate } from '../evaluate/evaluate-plate.ts';
