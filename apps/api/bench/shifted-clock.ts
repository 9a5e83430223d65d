/** Loaded into a process before its program (`--import`): its clock jumps by as many milliseconds as its parent sets. */
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
// Listening to the parent keeps no process alive.
process.channel?.unref();
