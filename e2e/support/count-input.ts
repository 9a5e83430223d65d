import type { BrowserContext, Page } from 'playwright/test';

/** What a person does with mouse and keyboard. */
export interface InputCount {
  /** Presses of the mouse; a chosen file counts as two: the button, and the file. */
  clicks: number;
  /** Keys, and each character that a journey fills in at once. */
  keys: number;
}

interface Counting {
  countInput: (kind: keyof InputCount, times: number) => void;
}

/** Counts clicks and keystrokes on the pages of a context that are opened from now on. */
export async function countInput(context: BrowserContext, count: InputCount): Promise<void> {
  await context.exposeBinding('countInput', (_source, kind: keyof InputCount, times: number) => {
    count[kind] += times;
  });
  await context.addInitScript(() => {
    const { countInput: add } = window as unknown as Counting; // exposed above
    let isTyped = false;
    const listen = <Name extends keyof WindowEventMap>(
      name: Name,
      on: (event: WindowEventMap[Name]) => void,
    ) => {
      window.addEventListener(name, on, true);
    };
    listen('pointerdown', () => {
      add('clicks', 1);
    });
    listen('keydown', () => {
      isTyped = true;
      add('keys', 1);
    });
    listen('input', ({ target }) => {
      const isFilled = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      // A key press has counted this input; tick boxes and files are clicked.
      if (isFilled && !isTyped && !['checkbox', 'radio', 'file'].includes(target.type))
        add('keys', target.value.length);
      isTyped = false;
    });
    listen('change', ({ target }) => {
      if (target instanceof HTMLInputElement && target.type === 'file') add('clicks', 2);
    });
  });
}

/** Does something, such as a sign-in with the password of the demo, without counting it. */
export async function uncounted(page: Page, count: InputCount, work: () => Promise<void>): Promise<void> {
  await page.evaluate(() => null);
  const before = { ...count };
  await work();
  // Events of the work arrive before the answer to this.
  await page.evaluate(() => null);
  Object.assign(count, before);
}
