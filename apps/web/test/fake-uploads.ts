import { vi } from 'vitest';

/** A form as text: files by name, other fields as sent. */
function formText(form: FormData): string {
  const sent: Record<string, string[]> = {};
  for (const [name, value] of form) (sent[name] ??= []).push(typeof value === 'string' ? value : value.name);
  return JSON.stringify(sent);
}

/** Sends uploads over the fake network. Their bodies are texts, one for each field of the form. */
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
      // Upload headers are not tested here.
    }
    getResponseHeader = () => null;
    abort() {
      // No test aborts an upload.
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
