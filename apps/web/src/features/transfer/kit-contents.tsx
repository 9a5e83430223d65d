import type { KitDocument } from '@curvewell/domain';
import { Badge } from '@mantine/core';
import type { ComponentProps } from 'react';

import { text } from '../../locale/text.ts';
import { diagnosticLook } from '../../shared/colour/diagnostic-palette.ts';
import { formatDay } from '../../shared/format/format.ts';
import { DiagnosticCode } from '../../shared/ui/badges/diagnostic-code.tsx';
import type { FileSummary } from './file-summary.tsx';
import styles from './transfer.module.css';

const words = text.transfer;
const { facts } = words;

/** What a file of a kit version contains, in the summaries before an export and before an import. */
export function kitContents(
  document: KitDocument,
  scheme: 'light' | 'dark',
): ComponentProps<typeof FileSummary>['facts'] {
  const { kit, configurations } = document;
  const buffers = [...new Set(configurations.map(({ reactionBuffer }) => reactionBuffer))];
  const analysers = [...new Map(configurations.map(({ analyser, status }) => [analyser, status]))];
  return [
    { term: facts.buffers, value: buffers.join(', ') },
    {
      term: facts.analysers,
      value: analysers.map(([name, status]) => (
        <span key={name}>
          {name}{' '}
          <Badge size="sm" variant="light" color="gray" className={styles['mark'] ?? ''}>
            {text.step1.kitStatus[status]}
          </Badge>
        </span>
      )),
    },
    { term: facts.channels, value: channelWords(document).join(' · ') },
    {
      term: facts.diagnostics,
      value: kit.diagnostics.map(({ name, label, color, letters }) => (
        <span key={name} title={label}>
          <DiagnosticCode look={diagnosticLook({ diagnostic: name, label, color, letters }, scheme)} />
          <span className="visually-hidden">{label}</span>
        </span>
      )),
    },
  ];
}

/** When a version is valid: “from 01-12-2026”. */
export function validityWords({
  version: { validityStartDate: start, validityEndDate: end },
}: KitDocument): string {
  if (start === null && end === null) return words.always;
  const parts = [start && words.from(formatDay(start)), end && words.until(formatDay(end))];
  return parts.filter((part) => part !== null).join(' ');
}

/** A summary of each channel, as it is on every analyser; several where analysers differ. */
function channelWords({ configurations }: KitDocument): string[] {
  const summaries = configurations
    .flatMap(({ channels }) => channels)
    .map(({ name, phases, rules }) =>
      words.channel(name, phases.length, phases.flatMap(({ zones }) => zones).length, rules.length),
    );
  return [...new Set(summaries)].toSorted();
}
