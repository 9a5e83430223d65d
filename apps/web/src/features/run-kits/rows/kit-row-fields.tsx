import { trialToCome, type Kit, type KitVersion } from '@curvewell/domain';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconFlask, IconMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { kitQueries } from '../../../data/kits.ts';
import { text } from '../../../locale/text.ts';
import type { LotDays } from '../../../shared/format/lot-days.ts';
import { formatDay } from '../../../shared/format/format.ts';
import { kitOptions } from '../../../shared/format/kit-options.ts';
import { lotsInOrder } from '../../../shared/format/lot-expiry.ts';
import { CreatableSelect } from '../../../shared/ui/fields/creatable-select.tsx';
import { type FilledField, filledField } from '../../../shared/ui/fields/filled-field.tsx';
import { SampleMark } from '../../../shared/ui/badges/trial-mark.tsx';
import {
  expiredLots,
  type KitRow,
  lotsFor,
  missingIn,
  nameFault,
  nextVersionName,
  type RowField,
  trialLots,
  withKit,
  withVersion,
} from './kit-rows.ts';
import { KitStatus } from './kit-status.tsx';
import { LotsSelect } from './lots-select.tsx';
import styles from '../run-metadata.module.css';
import { type useKitAdditions, useMayAdd } from './use-kit-additions.ts';
import type { ShownRow } from './use-kit-row-state.ts';

interface KitRowFieldsProps {
  /** The row and its possible versions. */
  readonly shown: ShownRow;
  readonly index: number;
  readonly onChange: (row: KitRow) => void;
  /** A version was created here or got a new lot. */
  readonly onVersion: (version: KitVersion) => void;
  /** The user has left a filled-in field. */
  readonly onPass: (field: RowField) => void;
  /** null for the only row. */
  readonly onRemove: (() => void) | null;
  /** Kits that the row may use. */
  readonly kits: readonly Kit[];
  /** Names of all kits; a new one must differ. */
  readonly kitNames: readonly string[];
  readonly analyserId: string | null;
  readonly additions: ReturnType<typeof useKitAdditions>;
  /** Show missing fields, after the user has tried to continue. */
  readonly tried: boolean;
  readonly days: LotDays;
}

type Field = 'kit' | 'version' | 'buffer' | 'lots';

const optionOf = ({ id, name }: { readonly id: string; readonly name: string }) => ({
  value: id,
  label: name,
});

export function KitRowFields(props: KitRowFieldsProps) {
  const { shown, index, onChange, onVersion, onPass, onRemove, kits, kitNames, additions, tried, days } =
    props;
  const { row, filled, versions, isLoading, refetch } = shown;
  const words = text.step1;
  const mayAdd = useMayAdd();
  const { data: allVersions = versions } = useQuery({
    ...kitQueries.versions(row.kitId ?? ''),
    enabled: mayAdd.version && row.kitId !== null,
  });
  const [faults, setFaults] = useState<Partial<Record<Field, string>>>({});
  const kit = kits.find(({ id }) => id === row.kitId);
  const version = versions.find(({ id }) => id === row.versionId);
  const lots = lotsInOrder(lotsFor(row, versions), days.used).toSorted(
    (first, second) => Number(second.active) - Number(first.active),
  );
  const trial = trialLots(row, versions, kit);
  // One error at a time: a version requires a kit, lots require a version.
  const missing = tried ? missingIn(row)[0] : undefined;

  const change = (next: KitRow) => {
    setFaults({});
    onChange(next);
  };
  const refuse = (field: Field, sentence: string) => setFaults({ [field]: sentence });

  const addKit = async (name: string) => {
    const fault = nameFault(name, kitNames);
    if (fault) {
      refuse('kit', fault === 'missing' ? words.noKitName : words.sameName('Kit'));
      return;
    }
    const added = await additions.addKit(name);
    if (added && 'fault' in added) refuse('kit', added.fault);
    else if (added) {
      const { kitVersion } = added.value;
      onVersion(kitVersion);
      change({ ...withKit(row, kitVersion.kit.id), versionId: kitVersion.id });
    }
  };
  const addVersion = async (name: string) => {
    const fault = nameFault(
      name,
      allVersions.map((one) => one.version),
    );
    if (row.kitId === null) refuse('kit', words.noKitSelected);
    else if (fault)
      refuse('version', fault === 'missing' ? words.noVersionName : words.sameName('Kit Version'));
    else {
      const added = await additions.addVersion(row.kitId, name);
      if (added && 'fault' in added) refuse('version', added.fault);
      else if (added) {
        onVersion(added.value.kitVersion);
        change(withVersion(row, added.value.kitVersion.id));
      }
    }
  };
  const addBuffer = async (name: string) => {
    const fault = nameFault(name, kit?.reactionBuffers.map((one) => one.name) ?? []);
    if (row.kitId === null) refuse('kit', words.noKitSelected);
    else if (!version) refuse('version', words.versionMissing);
    else if (fault)
      refuse('buffer', fault === 'missing' ? words.noBufferName : words.sameName('Reaction Buffer'));
    else {
      const added = await additions.addBuffer(version, name);
      if (added && 'fault' in added) refuse('buffer', added.fault);
      else if (added) change({ ...row, bufferId: added.value.reactionBuffer?.id ?? null });
    }
  };
  const addLot = async (name: string) => {
    if (row.kitId === null) refuse('kit', words.noKitSelected);
    else if (!version) refuse('version', words.versionMissing);
    else {
      const lot = await additions.addLot(version, name);
      if (!lot) return;
      onVersion({ ...version, lots: [...(version.lots ?? []), lot] });
      change({ ...row, lotIds: [...(row.lotIds ?? []), lot.id] });
    }
  };

  const fieldProps = (name: string, field: RowField): FilledField =>
    filled.has(field) ? filledField(name, 'answer', () => onPass(field)) : { label: name };

  return (
    <fieldset className={styles['row']}>
      <legend className="visually-hidden">{words.kitRow(index + 1)}</legend>
      <span className={styles['number']} data-kit={index + 1} aria-hidden>
        {index + 1}
      </span>
      <CreatableSelect
        {...fieldProps(words.kit, 'kitId')}
        required
        data={kitOptions(kits)}
        value={row.kitId}
        onChange={(kitId) => {
          if (kitId !== null && kitId !== row.kitId) change(withKit(row, kitId));
        }}
        onAdd={mayAdd.kit ? (name) => void addKit(name) : undefined}
        error={faults.kit ?? (missing === 'kit' ? words.noKitSelected : null)}
      />
      <CreatableSelect
        {...fieldProps(words.kitVersion, 'versionId')}
        required
        disabled={row.kitId === null}
        loading={isLoading}
        data={versions.map((one) => ({ value: one.id, label: one.version }))}
        value={row.versionId}
        onChange={(versionId) => {
          if (versionId !== null && versionId !== row.versionId) change(withVersion(row, versionId));
        }}
        onAdd={mayAdd.version ? (name) => void addVersion(name) : undefined}
        nameToAdd={nextVersionName(allVersions)}
        error={
          faults.version ??
          (row.kitId !== null && !isLoading && versions.length === 0
            ? words.noVersion
            : missing === 'version'
              ? words.versionMissing
              : null)
        }
      />
      <CreatableSelect
        {...fieldProps(words.reactionBuffer, 'bufferId')}
        clearable
        disabled={row.kitId === null}
        placeholder={words.allBuffers}
        data={(kit?.reactionBuffers ?? []).map(optionOf)}
        value={row.bufferId}
        onChange={(bufferId) => change({ ...row, bufferId })}
        onAdd={mayAdd.buffer ? (name) => void addBuffer(name) : undefined}
        error={faults.buffer ?? null}
      />
      <LotsSelect
        {...fieldProps(words.lots, 'lotIds')}
        {...(version && lots.length > 1 && { offered: words.lotsOf(lots.length, version.version) })}
        days={days}
        disabled={row.versionId === null}
        loading={isLoading}
        data={lots}
        placeholder={words.chooseLot}
        value={row.lotIds ?? []}
        onOpen={refetch}
        onChange={(lotIds) => change({ ...row, lotIds })}
        // Not while versions load: a lot needs one.
        onAdd={mayAdd.lot && version !== undefined ? (name) => void addLot(name) : undefined}
        error={faults.lots ?? (missing === 'lots' ? words.lotsMissing : null)}
      />
      <Tooltip
        label={words.onlyKit}
        disabled={onRemove !== null}
        events={{ hover: true, focus: true, touch: true }}
      >
        <ActionIcon
          className={styles['remove'] ?? ''}
          variant="subtle"
          color="gray"
          size={34}
          aria-label={words.removeKit(index + 1)}
          aria-disabled={onRemove === null}
          data-disabled={onRemove === null}
          onClick={() => onRemove?.()}
        >
          <IconMinus size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <div className={styles['status']}>
        <KitStatus kitId={row.kitId} analyserId={props.analyserId} />
        {kit?.isSample === true && <SampleMark />}
      </div>
      <div className={styles['expired']} role="status">
        {trial.length > 0 && (
          <span>
            <IconFlask size={16} stroke={1.6} aria-hidden />
            {trialToCome(trial)}
          </span>
        )}
        {expiredLots(row, versions, days.used).map(({ id, name, expirationDate }) => (
          // Hidden from the list, since the lot's option already says so.
          <span key={id} className="visually-hidden">
            {words.expired(name, formatDay(expirationDate))}
          </span>
        ))}
      </div>
    </fieldset>
  );
}
