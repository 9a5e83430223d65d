import { type AnalyserProfile, type ChannelName, confidenceSchema } from '@curvewell/domain';

import { text } from '../../locale/text.ts';

/** The layouts of a profile; which are known from documentation only. */
export function formatLines({ formats }: Pick<AnalyserProfile, 'formats'>): string[] {
  return [...Map.groupBy(formats, ({ format }) => format)].map(([format, ofFormat]) => {
    const parts = confidenceSchema.options.flatMap((confidence) => {
      const containers = ofFormat.filter((entry) => entry.confidence === confidence);
      if (containers.length === 0) return [];
      const list = containers.map(({ container }) => container).join(', ');
      return [confidence === 'seen' ? list : text.analysers.untested(list)];
    });
    return `${text.runFileFormats[format]}: ${parts.join('; ')}`;
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
