/** The result of a page: the address it redirects to, and that of its form. */
export interface Shown {
  readonly next: string;
  readonly form: string | undefined;
}
export type Browse = (url: string, form?: Readonly<Record<string, string>>) => Promise<Shown>;

/** A minimal browser: stores cookies, and returns redirects and forms. */
export function createBrowser(address: string, cookies = new Map<string, string>()): Browse {
  return async (url, form) => {
    const answer = await fetch(new URL(url, address), {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
    });
    keepCookies(answer, cookies);
    const [, action] = / action="([^"]+)"/.exec(await answer.text()) ?? [];
    return { next: answer.headers.get('location') ?? '', form: action?.replaceAll('&amp;', '&') };
  };
}

export function keepCookies(answer: Response, cookies: Map<string, string>): void {
  for (const cookie of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    cookies.set(name, value);
  }
}
