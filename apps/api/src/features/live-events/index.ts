export { openEventSource, type EventSource } from './event-source.ts';
