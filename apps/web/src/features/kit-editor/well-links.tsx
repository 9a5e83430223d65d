import { Anchor } from '@mantine/core';

import { paths } from '../../shared/navigation/paths.ts';
import { useKitEditing } from './kit-editor-context.ts';
import styles from './kit-editor.module.css';

/** A well of the run, as a link unless the run has no well of the kit. */
export function WellLink({ position }: { readonly position: string }) {
  const { runId } = useKitEditing();
  if (runId === null) return <b>{position}</b>;
  return (
    <Anchor href={`${paths.runInterpretation(runId)}?wells=${position}`} target="_blank" inherit fw={600}>
      {position}
    </Anchor>
  );
}

export const WellLinks = ({ positions }: { readonly positions: readonly string[] }) => (
  <ul className={styles['well-links']}>
    {positions.map((position) => (
      <li key={position}>
        <WellLink position={position} />
      </li>
    ))}
  </ul>
);
