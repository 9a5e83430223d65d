import { type LiveEvent, liveEventSchema } from '@curvewell/contracts';

/**
 * Reads server-sent events from text that comes in any pieces. What is not understood, such as a
 * message of a newer server, is left out.
 */
export function createMessageReader(onEvent: (event: LiveEvent) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const event = line.startsWith('data: ') ? liveEventOf(line.slice('data: '.length)) : null;
      if (event) onEvent(event);
    }
  };
}

function liveEventOf(json: string): LiveEvent | null {
  try {
    return liveEventSchema.parse(JSON.parse(json));
  } catch {
    return null;
  }
}
