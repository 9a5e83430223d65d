import { isExpired, type Position } from '@curvewell/domain';
import { Select, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

import { text } from '../../../locale/text.ts';
import { lotDays } from '../../../shared/format/lot-days.ts';
import { CreatableSelect } from '../../../shared/ui/fields/creatable-select.tsx';
import { LotExpiryNote } from '../../../shared/ui/fields/lot-expiry-note.tsx';
import { LotOption } from '../../../shared/ui/fields/lot-option.tsx';
import { TrialMark } from '../../../shared/ui/badges/trial-mark.tsx';
import {
  buffersOf,
  channelLabelOf,
  diagnosticsOf,
  isTrialLot,
  kitVersionsOf,
  lotsOf,
} from '../assay-choices.ts';
import { EMPTY_WELL, type WellChange, type WellDraft } from '../draft/plate-draft.ts';
import classes from '../parts.module.css';
import { usePlateSetup } from '../plate-setup-context.ts';
import { NameField, OrderField } from './name-fields.tsx';
import { SampleTypeTiles } from './sample-type-tiles.tsx';
import { type FieldOf, useFilledFields } from './use-filled-fields.ts';

interface WellFieldsProps {
  readonly positions: readonly Position[];
}

/** The common value of the wells; `several` if they differ, null if none has one. */
function shared<Value extends { readonly id: string }>(values: readonly (Value | null | undefined)[]) {
  const [first] = values;
  const isSame = values.every((value) => (value?.id ?? null) === (first?.id ?? null));
  return isSame ? { value: first ?? null, isSeveral: false } : { value: null, isSeveral: true };
}

export function WellFields({ positions }: WellFieldsProps) {
  const { run, editor, isLocked } = usePlateSetup();
  const texts = text.wells;
  const wells = positions.map((position) => editor.plate.get(position) ?? EMPTY_WELL);
  const set = (change: WellChange): void => void editor.change(positions, change);
  const field = useFilledFields(positions);
  const kits = kitVersionsOf(run);
  const kit = shared(wells.map(({ kitVersion }) => kitVersion));
  const several = (isSeveral: boolean, otherwise: string) => (isSeveral ? texts.several : otherwise);

  return (
    <>
      <Select
        {...field(texts.fields.kitVersion, 'kitVersion')}
        placeholder={several(kit.isSeveral, texts.choose.kitVersion)}
        data={kits.map(({ id, version, kit: { name } }) => ({ value: id, label: `${name} (${version})` }))}
        value={kit.value?.id ?? null}
        clearable
        allowDeselect={false}
        disabled={isLocked}
        onChange={(id) =>
          set({ field: 'kitVersion', value: kits.find((version) => version.id === id) ?? null })
        }
      />
      {kit.value && <LotAndBuffer kitVersionId={kit.value.id} wells={wells} set={set} field={field} />}
      <SampleTypeTiles
        wells={wells}
        set={set}
        {...field(texts.fields.sampleType, 'sampleType')}
        isLocked={isLocked}
      />
      {wells.every(({ sampleType }) => sampleType === 'STANDARD') ? (
        <ExpectedFields wells={wells} set={set} />
      ) : (
        <div className={classes['absent']}>
          <span>{texts.fields.expected}</span>
          <span>{texts.onlyStandard}</span>
        </div>
      )}
      {positions.length === 1 && (
        <>
          <NameField positions={positions} />
          <OrderField positions={positions} />
        </>
      )}
    </>
  );
}

interface PartProps {
  readonly wells: readonly WellDraft[];
  readonly set: (change: WellChange) => void;
}

interface LotAndBufferProps extends PartProps {
  readonly kitVersionId: string;
  readonly field: FieldOf;
}

function LotAndBuffer({ wells, set, kitVersionId, field }: LotAndBufferProps) {
  const { run, assays, editor, addLot, isLocked } = usePlateSetup();
  const texts = text.wells;
  const buffers = buffersOf(run, { kitVersionId, assays });
  const lot = shared(wells.map((well) => well.lot));
  const buffer = shared(wells.map(({ reactionBuffer }) => reactionBuffer));
  const missing = wells.filter((well) => well.lot === null).length;
  const putNewLot = async (name: string): Promise<void> => {
    const added = await addLot?.(kitVersionId, name);
    if (added) set({ field: 'lot', value: added });
  };
  const uses = (lotId: string): number =>
    [...editor.plate.values()].filter((well) => well.lot?.id === lotId).length;
  const days = lotDays(run);
  // Lots chosen in step 1 come first, then active ones, then trial lots, expired ones last.
  const lots = [...lotsOf(run, kitVersionId)].sort(
    (first, second) =>
      Number(isTrialLot(run, first)) - Number(isTrialLot(run, second)) ||
      Number(isExpired(first, days.used)) - Number(isExpired(second, days.used)) ||
      uses(second.id) - uses(first.id) ||
      first.expirationDate.localeCompare(second.expirationDate),
  );
  return (
    <>
      <div className={classes['pair']}>
        <CreatableSelect
          {...field(texts.fields.lot, 'lot')}
          placeholder={lot.isSeveral ? texts.several : texts.choose.lot}
          data={lots.map(({ id, name }) => ({ value: id, label: name }))}
          value={lot.value?.id ?? null}
          renderValue={(id) => {
            const candidate = lots.find((one) => one.id === id);
            return (
              candidate && <LotOption lot={candidate} days={days} isTrial={isTrialLot(run, candidate)} />
            );
          }}
          error={missing > 0}
          disabled={isLocked}
          onChange={(id) =>
            set({ field: 'lot', value: lots.find((candidate) => candidate.id === id) ?? null })
          }
          onAdd={addLot === null ? undefined : (name) => void putNewLot(name)}
        />
        <Select
          {...field(texts.fields.reactionBuffer, 'reactionBuffer')}
          placeholder={buffer.isSeveral ? texts.several : texts.choose.reactionBuffer}
          data={buffers.map(({ id, name }) => ({ value: id, label: name }))}
          value={buffer.value?.id ?? null}
          allowDeselect={false}
          disabled={isLocked}
          onChange={(id) => {
            const value = buffers.find((candidate) => candidate.id === id);
            set({ field: 'reactionBuffer', value: value ? { id: value.id, name: value.name } : null });
          }}
        />
      </div>
      {missing > 0 && (
        <p className={classes['missing-lot']}>
          <IconAlertTriangle size={14} stroke={1.6} aria-hidden />
          {texts.missingIn(texts.fields.lot, missing, wells.length)}
        </p>
      )}
      <div className={classes['lots']}>
        {lots.map((candidate) => {
          const count = uses(candidate.id);
          return (
            <UnstyledButton
              key={candidate.id}
              className={classes['lot']}
              disabled={isLocked}
              aria-pressed={lot.value?.id === candidate.id}
              onClick={() => set({ field: 'lot', value: candidate })}
            >
              <b className="mono">{candidate.name}</b>
              {isTrialLot(run, candidate) && <TrialMark />}
              <LotExpiryNote expirationDate={candidate.expirationDate} days={days} />
              {count > 0 && <span className={classes['uses']}>{texts.ofWells(count)}</span>}
            </UnstyledButton>
          );
        })}
      </div>
    </>
  );
}

function ExpectedFields({ wells, set }: PartProps) {
  const { run, assays, isLocked } = usePlateSetup();
  const texts = text.wells;
  const [first = EMPTY_WELL] = wells;
  const { kitVersion, reactionBuffer } = first;
  const isOneAssay =
    kitVersion !== null &&
    reactionBuffer !== null &&
    wells.every(
      (well) => well.kitVersion?.id === kitVersion.id && well.reactionBuffer?.id === reactionBuffer.id,
    );
  if (!isOneAssay) return null;
  return run.analyses.map(({ channel }) => {
    const options = diagnosticsOf(assays, { well: first, channel });
    if (options.length === 0) return null;
    const expected = shared(wells.map((well) => well.expected[channel]));
    const label = channelLabelOf(run, { kitVersionId: kitVersion.id, channel });
    return (
      <Select
        key={channel}
        label={texts.fields.expectedIn(label === null ? channel : `${channel} ${label}`)}
        placeholder={expected.isSeveral ? texts.several : texts.choose.expected}
        data={options.map((color) => ({ value: color.id, label: color.diagnosticLabel }))}
        value={expected.value?.id ?? null}
        clearable
        allowDeselect={false}
        disabled={isLocked}
        onChange={(id) =>
          set({ field: 'expected', channel, value: options.find((color) => color.id === id) ?? null })
        }
      />
    );
  });
}
