import { QueryClient } from '@tanstack/react-query';

import { text } from '../locale/text.ts';
import { hasCode } from '../shared/api/api-problem.ts';
import { isRetried } from '../shared/api/try-again.ts';
import { toastInfo } from '../shared/ui/messages/toast.tsx';

/** Without `Retry-After`: 1 s, then 2 s. */
const FIRST_WAIT_MS = 1000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: isRetried,
        retryDelay: (failures, error) => {
          const usual = FIRST_WAIT_MS * 2 ** failures;
          if (!hasCode(error, 'too-many-requests')) return usual;
          const ms = error.retryAfterMs ?? usual;
          toastInfo(error.message, {
            text: text.failure.retried(Math.ceil(ms / 1000)),
            ms: Math.max(ms, 3000),
            about: 'too-many-requests',
          });
          return ms;
        },
        throwOnError: false,
      },
      mutations: { retry: false },
    },
  });
}
