import { type KitFit, rangeText } from '@curvewell/domain';
import { Button, FileButton } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconFile, IconFlask } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

import { useCan } from '../../../data/identity.ts';
import { text } from '../../../locale/text.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import styles from './fit-card.module.css';

interface FitWaysProps {
  readonly runId: string;
  readonly offers: KitFit['offers'];
  readonly onUse: (offer: KitFit['offers'][number]) => void;
  readonly onFile: (file: File) => void;
}

/** Solutions for a kit that does not match, best first. */
export function FitWays({ runId, offers, onUse, onFile }: FitWaysProps) {
  const can = useCan();
  const words = text.fit;
  return (
    <ul className={styles['ways']} aria-label={words.ways}>
      {offers.map((offer, index) => (
        <Way
          key={offer.kitVersion.id}
          icon={<IconFlask size={18} stroke={1.6} aria-hidden />}
          name={`${offer.kitVersion.kit.name} ${offer.kitVersion.version}`}
          sentence={words.offer(rangeText(offer.range))}
        >
          <Button size="sm" variant={index === 0 ? 'filled' : 'default'} onClick={() => onUse(offer)}>
            {words.use(offer.kitVersion.kit.name)}
          </Button>
        </Way>
      ))}
      <Way
        icon={<IconFile size={18} stroke={1.6} aria-hidden />}
        name={words.otherFile}
        sentence={words.otherFileText}
      >
        <FileButton
          onChange={(file) => {
            if (file !== null) onFile(file);
          }}
        >
          {(props) => (
            <Button {...props} size="sm" variant="default">
              {words.chooseFile}
            </Button>
          )}
        </FileButton>
      </Way>
      {can('WRITE_KIT_CONFIG_ADMIN') && (
        <Way
          icon={<IconAdjustmentsHorizontal size={18} stroke={1.6} aria-hidden />}
          name={words.ownKit}
          sentence={words.ownKitText}
        >
          <Button component={Link} to={paths.newKit(runId)} size="sm" variant="default">
            {words.makeKit}
          </Button>
        </Way>
      )}
    </ul>
  );
}

interface WayProps {
  readonly icon: ReactNode;
  readonly name: string;
  readonly sentence: string;
  readonly children: ReactNode;
}

function Way({ icon, name, sentence, children }: WayProps) {
  return (
    <li>
      {icon}
      <b>{name}</b>
      <span>{sentence}</span>
      {children}
    </li>
  );
}
