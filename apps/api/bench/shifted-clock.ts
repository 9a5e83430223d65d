/**
 * Loaded into a process before its program (`--import`): shifts its clock by the milliseconds that its parent
 * sends.
 */
const RealDate = Date;
let shiftMs = 0;
const now = () => RealDate.now() + shiftMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (_, given: unknown[]) =>
    Reflect.construct(RealDate, given.length === 0 ? [now()] : given) as Date,
  get: (_, name) => (name === 'now' ? now : (Reflect.get(RealDate, name) as unknown)),
});

process.on('message', (message) => {
  shiftMs = Number(message);
});
// The listener must not keep the process alive.
process.channel?.unref();
