import type { backgroundWrite } from './background.ts';
import { KERNEL_BYTES } from './generated/kernel-bytes.ts';
import { Instance, kernelMemory, Module } from './kernel-memory.ts';
import type { errorsWrite, fitResiduals, fitRun, releasedGain } from './least-squares.ts';
import type { misfitBendLeft, misfitBendWrite, misfitLearn } from './misfit.ts';
import type { differenceSelect } from './selection.ts';

const bytes = Uint8Array.from(atob(KERNEL_BYTES), (character) => character.charCodeAt(0));
const imports = { kernel: { memory: kernelMemory } };

/**
 * The functions of `least-squares.ts`, `misfit.ts` and others as they were compiled to WebAssembly, two readings at a time: the same four
 * operations and square roots in the same order, whatever the processor.
 */
export const kernel = new Instance(new Module(bytes), imports).exports as {
  readonly fitRun: typeof fitRun;
  readonly fitResiduals: typeof fitResiduals;
  readonly errorsWrite: typeof errorsWrite;
  readonly releasedGain: typeof releasedGain;
  readonly misfitLearn: typeof misfitLearn;
  readonly misfitBendWrite: typeof misfitBendWrite;
  readonly misfitBendLeft: typeof misfitBendLeft;
  readonly backgroundWrite: typeof backgroundWrite;
  readonly differenceSelect: typeof differenceSelect;
};
