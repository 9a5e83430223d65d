import { createContext, use } from 'react';

import type { ChartScale } from './chart-scale.ts';

/** The scale of the frame around a mark. */
export const FrameScale = createContext<ChartScale | null>(null);

export function useFrameScale(): ChartScale {
  const scale = use(FrameScale);
  if (scale === null) throw new Error('A mark of a frame has no frame.');
  return scale;
}
