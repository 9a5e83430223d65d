import type { AnalyserProfile, ChannelName } from '@curvewell/domain';

import { text } from '../../locale/text.ts';

/** The layouts of a profile. Layouts known only from documentation are listed separately. */
export function formatLines({ formats }: AnalyserProfile): string[] {
  return [...Map.groupBy(formats, ({ format }) => format)].map(([format, ofFormat]) => {
    const list = (confidence: string) =>
      ofFormat
        .filter((entry) => entry.confidence === confidence)
        .map(({ container }) => container)
        .join(', ');
    const documented = list('documented');
    const parts = [list('seen'), documented === '' ? '' : `${documented} (${text.analysers.documented})`];
    return `${text.runFileFormats[format]}: ${parts.filter((part) => part !== '').join('; ')}`;
  });
}

/** The dye names that stand for a channel. */
export const dyesOf = ({ channelAliases }: AnalyserProfile, channel: ChannelName): string =>
  channelAliases
    .filter((alias) => alias.channel === channel)
    .map(({ dye }) => dye)
    .join(', ');

export const platesOf = ({ plateTypes }: AnalyserProfile): string =>
  plateTypes.map((plateType) => text.analysers.plate[plateType]).join(', ');
