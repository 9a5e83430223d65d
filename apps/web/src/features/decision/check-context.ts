import { createContext, use } from 'react';

import type { Check } from './use-check.ts';

export const CheckContext = createContext<Check | null>(null);

export function useOpenCheck(): Check {
  const check = use(CheckContext);
  if (!check) throw new Error('There is no check here.');
  return check;
}
