import { vi } from 'vitest';

/** A form as a text: a file by its name, everything else as it is sent. */
function formText(form: FormData): string {
  const sent: Record<string, string[]> = {};
  for (const [name, value] of form) (sent[name] ??= []).push(typeof value === 'string' ? value : value.name);
  return JSON.stringify(sent);
}

/** Sends uploads to the faked network, which reads each field of their form as a list of texts. */
export function uploadOverFakeNetwork(): void {
  class Upload {
    readonly upload = {};
    status = 0;
    statusText = '';
    response = new Blob();
    onload: () => void = () => undefined;
    #method = '';
    #url = '';
    open(method: string, url: string) {
      this.#method = method;
      this.#url = url;
    }
    setRequestHeader() {
      // The tests of uploads look at their forms.
    }
    getResponseHeader = () => null;
    abort() {
      // No test gives an upload up.
    }
    send(form: FormData) {
      void fetch(this.#url, { method: this.#method, body: formText(form) }).then(async (answer) => {
        this.status = answer.status;
        this.response = new Blob([await answer.text()]);
        this.onload();
      });
    }
  }
  vi.stubGlobal('XMLHttpRequest', Upload);
}
