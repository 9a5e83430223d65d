import { QueryClient } from '@tanstack/react-query';

import { ApiProblem } from '../shared/api-problem.ts';

/** A lost connection is tried again; what the server has refused is not. */
const MAX_RETRIES = 2;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) =>
          failures < MAX_RETRIES && error instanceof ApiProblem && error.code === 'unreachable',
        throwOnError: false,
      },
      mutations: { retry: false },
    },
  });
}
