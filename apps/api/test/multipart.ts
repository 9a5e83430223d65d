interface Multipart {
  readonly headers: { readonly 'content-type': string };
  readonly payload: Buffer;
}

const BOUNDARY = 'test-boundary';

/** A multipart form as sent by a browser. */
export function multipart(
  files: readonly { readonly field: string; readonly name: string; readonly bytes: Uint8Array }[],
  fields: readonly (readonly [name: string, value: string])[] = [],
): Multipart {
  const parts = [
    ...fields.map(([name, value]) => part(`name="${name}"`, Buffer.from(value))),
    ...files.map(({ field, name, bytes }) => part(`name="${field}"; filename="${name}"`, bytes)),
  ];
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  };
}

function part(disposition: string, bytes: Uint8Array): Buffer {
  return Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
}
