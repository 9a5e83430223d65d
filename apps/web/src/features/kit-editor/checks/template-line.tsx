import { templateHashText, templateRunsText, type KeptTemplate } from '@curvewell/domain';
import type { ReactNode } from 'react';

import { text } from '../../../locale/text.ts';
import styles from './checks.module.css';
import { TemplatePicture } from './template-picture.tsx';

const words = text.kits.checks.templates;

interface TemplateLineProps {
  readonly template: KeptTemplate;
  readonly children: ReactNode;
}

/** A template with its plot, its source and its hash. */
export function TemplateLine({ template, children }: TemplateLineProps) {
  const { channel, phase, zone, tm, wells, runs, sha256 } = template;
  return (
    <li className={styles['kept-template']}>
      <TemplatePicture template={template} />
      <div>
        <b>{words.target(zone, phase, channel)}</b>
        <span>{words.learntFrom(tm, wells, templateRunsText(runs))}</span>
        <small title={sha256}>{templateHashText(template)}</small>
        {children}
      </div>
    </li>
  );
}
