import type { z } from 'zod';

/**
 * Reads server-sent events from text that comes in any pieces. What is not understood, such as a
 * message of a newer server, is left out.
 */
export function createMessageReader<Event>(
  schema: z.ZodType<Event>,
  onEvent: (event: Event) => void,
): (text: string) => void {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('data: ')) continue;
      const event = schema.safeParse(jsonOf(line.slice('data: '.length)));
      if (event.success) onEvent(event.data);
    }
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
