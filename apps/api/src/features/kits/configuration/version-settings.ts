import {
  type KitConfigurationBody,
  canBeOutside,
  diagnosticNameSchema,
  type KitVersion,
} from '@curvewell/domain';

import { recordAudit } from '../../../audit/record-audit.ts';
import type { Tx } from '../../../database/db.ts';
import { refuse } from '../../../errors.ts';
import type { Caller } from '../../../actor.ts';

/** What a version is set to in all its buffers, analysers and channels. */
type VersionSettings = Pick<KitVersion, 'requiredControls' | 'tmShift' | 'meltTemplates'> & {
  /** Its id. */
  readonly outsideDiagnostic: string | null;
};

/** What differs from the stored settings; null: nothing. */
export interface SettingsChange {
  readonly from: VersionSettings;
  readonly to: VersionSettings;
}

/** What a save changes in the settings of its version. @throws AppError `invalid-request` */
export async function settingsChange(
  tx: Tx,
  {
    former,
    body,
  }: {
    readonly former: KitVersion;
    readonly body: Pick<
      KitConfigurationBody,
      'requiredControls' | 'outsideDiagnostic' | 'tmShift' | 'meltTemplates'
    >;
  },
): Promise<SettingsChange | null> {
  const from = {
    requiredControls: former.requiredControls,
    outsideDiagnostic: former.outsideDiagnostic?.id ?? null,
    tmShift: former.tmShift,
    meltTemplates: former.meltTemplates,
  };
  const { negative, positive } = body.requiredControls ?? from.requiredControls;
  const outsideDiagnostic =
    body.outsideDiagnostic === undefined ? from.outsideDiagnostic : (body.outsideDiagnostic?.id ?? null);
  const tmShift = body.tmShift === undefined ? from.tmShift : body.tmShift;
  const meltTemplates = body.meltTemplates === undefined ? from.meltTemplates : body.meltTemplates;
  const to = { requiredControls: { negative, positive }, outsideDiagnostic, tmShift, meltTemplates };
  if (to.outsideDiagnostic !== null && to.outsideDiagnostic !== from.outsideDiagnostic)
    await checkOutside(tx, { kitId: former.kit.id, id: to.outsideDiagnostic });
  const isSame =
    negative === from.requiredControls.negative &&
    positive === from.requiredControls.positive &&
    to.outsideDiagnostic === from.outsideDiagnostic &&
    to.tmShift?.limit === from.tmShift?.limit &&
    to.meltTemplates?.from === from.meltTemplates?.from;
  return isSame ? null : { from, to };
}

async function checkOutside(
  tx: Tx,
  { kitId, id }: { readonly kitId: string; readonly id: string },
): Promise<void> {
  const color = await tx.diagnosticColor.findFirst({
    where: { id, kitId },
    select: { diagnosticName: true },
  });
  if (color === null) refuse(['outsideDiagnostic', 'id'], 'This diagnostic does not belong to the kit.');
  const name = diagnosticNameSchema.parse(color.diagnosticName);
  if (!canBeOutside(name))
    refuse(
      ['outsideDiagnostic', 'id'],
      'A peak in no zone cannot be called negative or a result of controls.',
    );
}

export async function saveSettings(
  tx: Tx,
  actor: Caller,
  { versionId, change }: { readonly versionId: string; readonly change: SettingsChange },
): Promise<void> {
  const { requiredControls, outsideDiagnostic, tmShift, meltTemplates } = change.to;
  await tx.kitVersion.update({
    where: { id: versionId },
    data: {
      negativeControls: requiredControls.negative,
      positiveControls: requiredControls.positive,
      outsideDiagnosticId: outsideDiagnostic,
      tmShiftLimit: tmShift?.limit ?? null,
      meltTemplatesFrom: meltTemplates?.from ?? null,
    },
  });
  const ids = [change.from.outsideDiagnostic, change.to.outsideDiagnostic].flatMap((id) => id ?? []);
  const colors = await tx.diagnosticColor.findMany({ where: { id: { in: ids } } });
  const toAuditDetails = (settings: VersionSettings) => ({
    ...settings,
    outsideDiagnostic: colors.find(({ id }) => id === settings.outsideDiagnostic)?.diagnosticName ?? null,
  });
  await recordAudit(tx, actor, {
    action: 'kitVersion.configure',
    entity: 'kitVersion',
    entityId: versionId,
    details: { from: toAuditDetails(change.from), to: toAuditDetails(change.to) },
  });
}
