import type { z } from 'zod';

/**
 * Parses server-sent events from text in arbitrary chunks. Skips messages that it does not understand, for
 * instance those of a newer server.
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
