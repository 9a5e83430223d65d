import type { Permission } from '@curvewell/domain';
import { MantineProvider } from '@mantine/core';
import { cleanNotifications, notificationsStore } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { vi } from 'vitest';

import { identityQueries } from '../src/data/identity.ts';
import { ConfirmOutlet } from '../src/shared/ui/dialogs/confirm.tsx';
import { Toasts } from '../src/shared/ui/messages/toasts.tsx';
import { FooterSlot } from '../src/shared/ui/screen/screen-footer.tsx';
import { idOf } from './a-run.ts';
import { fakeNetwork, type Sent, signInFor } from './fake-network.ts';

/** Responses by “GET /api/run”; a function computes its response. All other requests get 404. */
export type Answers = Readonly<Record<string, unknown>>;

/** An error response of the server. */
export const refusal = (message: string, status = 500, code = 'unexpected'): Response =>
  Response.json({ code, message, issues: [], requestId: 'r' }, { status });

/** Reports a normal window size; a plate is not drawn without one. */
class UsualSize implements ResizeObserver {
  readonly #callback: ResizeObserverCallback;
  constructor(callback: ResizeObserverCallback) {
    this.#callback = callback;
  }
  observe(target: Element) {
    const contentRect = new DOMRect(0, 0, 1366, 768);
    const entry = {
      target,
      contentRect,
      borderBoxSize: [],
      contentBoxSize: [],
      devicePixelContentBoxSize: [],
    };
    this.#callback([entry], this);
  }
  unobserve() {
    // The size never changes.
  }
  disconnect() {
    // The size never changes.
  }
}

interface Page {
  readonly answers?: Answers;
  readonly permissions?: readonly Permission[];
  /** The name of the laboratory; default: none. */
  readonly laboratory?: string;
  /** The address, or an address with the state of its visit. */
  readonly at?: string | { readonly pathname: string; readonly state: unknown };
}

/** Renders part of a page with dialogs, notices and footer, and records its requests. */
export function showPage(
  page: ReactNode,
  { answers = {}, permissions = [], laboratory, at = '/' }: Page = {},
) {
  signInFor(300);
  vi.stubGlobal('ResizeObserver', UsualSize);
  act(() => {
    cleanNotifications();
  });
  const requests = fakeNetwork((sent) => answerTo(sent, answers));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData(identityQueries.me.queryKey, {
    id: idOf('9'),
    preferredUsername: 'somebody',
    name: 'Some Body',
    laboratories: laboratory === undefined ? [] : [{ id: idOf('8'), name: laboratory }],
    laboratoryState: 'active',
    timeZone: 'UTC',
    roles: [],
    permissions: [...permissions],
  });
  const router = createMemoryRouter([{ path: '*', element: <Footed>{page}</Footed> }], {
    initialEntries: [at],
  });
  render(
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <Toasts />
        <ConfirmOutlet />
        <RouterProvider router={router} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  /** The recorded requests that change data: method, address and body. */
  const changes = () =>
    requests
      .filter(({ method }) => method !== 'GET')
      .map(({ method, address, body }) => [
        `${method} ${address}`,
        body === '' ? null : (JSON.parse(body) as unknown),
      ]);
  return { client, router, requests, changes };
}

function answerTo(sent: Sent, answers: Answers): Response | Promise<Response> {
  const path = sent.address.split('?')[0] ?? '';
  const found = answers[`${sent.method} ${path}`];
  const answer: unknown = typeof found === 'function' ? (found as (sent: Sent) => unknown)(sent) : found;
  if (answer instanceof Promise) return answer as Promise<Response>;
  if (answer instanceof Response) return answer.clone();
  return answer === undefined ? refusal(`${sent.method} ${path} is not there.`, 404) : Response.json(answer);
}

function Footed({ children }: { readonly children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <FooterSlot value={slot}>
      {children}
      <div ref={setSlot} />
    </FooterSlot>
  );
}

/** How long the notice with this title is shown, ms. */
export const timeOf = (title: string): unknown => {
  const { notifications } = notificationsStore.getState();
  return notifications.find(({ id }) => decodeURIComponent(id ?? '').includes(title))?.autoClose;
};
