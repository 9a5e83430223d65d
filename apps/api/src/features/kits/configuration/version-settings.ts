import {
  type KitConfigurationBody,
  canBeOutside,
  type CurveShapes,
  type KitVersion,
  type KitVersionSettings,
  type ReplicateSettings,
} from '@curvewell/domain';
import { isDeepStrictEqual } from 'node:util';

import { recordAudit } from '../../../audit/record-audit.ts';
import type { Tx } from '../../../database/db.ts';
import { refuse } from '../../../errors.ts';
import { Prisma, type KitVersion as KitVersionRow } from '../../../generated/prisma/client.ts';
import type { Caller } from '../../../actor.ts';
import { diagnosticColorOf } from '../read/diagnostic-color.ts';

/** With the id of the diagnostic instead of its name. */
type VersionSettings = Omit<KitVersionSettings, 'outsideDiagnostic'> & {
  readonly outsideDiagnostic: string | null;
};

/** The changed settings; null: none. */
export interface SettingsChange {
  readonly from: VersionSettings;
  readonly to: VersionSettings;
}

/** The changes of a save to the version's settings. @throws AppError `invalid-request` */
export async function settingsChange(
  tx: Tx,
  {
    former,
    body,
  }: {
    readonly former: KitVersion;
    readonly body: Pick<KitConfigurationBody, keyof KitVersionSettings>;
  },
): Promise<SettingsChange | null> {
  const from: VersionSettings = {
    requiredControls: former.requiredControls,
    outsideDiagnostic: former.outsideDiagnostic?.id ?? null,
    tmShift: former.tmShift,
    meltTemplates: former.meltTemplates,
    curveShapes: former.curveShapes,
    replicates: former.replicates,
  };
  const { negative, positive } = body.requiredControls ?? from.requiredControls;
  const outsideDiagnostic =
    body.outsideDiagnostic === undefined ? from.outsideDiagnostic : (body.outsideDiagnostic?.id ?? null);
  const tmShift = body.tmShift === undefined ? from.tmShift : body.tmShift;
  const meltTemplates = body.meltTemplates === undefined ? from.meltTemplates : body.meltTemplates;
  const curveShapes = body.curveShapes === undefined ? from.curveShapes : body.curveShapes;
  const replicates = body.replicates === undefined ? from.replicates : body.replicates;
  const to: VersionSettings = {
    requiredControls: { negative, positive },
    outsideDiagnostic,
    tmShift,
    meltTemplates,
    curveShapes,
    replicates,
  };
  if (to.outsideDiagnostic !== null && to.outsideDiagnostic !== from.outsideDiagnostic)
    await checkOutside(tx, { kitId: former.kit.id, id: to.outsideDiagnostic });
  return isDeepStrictEqual(from, to) ? null : { from, to };
}

async function checkOutside(
  tx: Tx,
  { kitId, id }: { readonly kitId: string; readonly id: string },
): Promise<void> {
  const color = await tx.diagnosticColor.findFirst({ where: { id, kitId } });
  if (color === null) refuse(['outsideDiagnostic', 'id'], 'This diagnostic does not belong to the kit.');
  if (!canBeOutside(diagnosticColorOf(color)))
    refuse(
      ['outsideDiagnostic', 'id'],
      'A peak in no zone cannot be called negative or a result of controls.',
    );
}

type Columns = Partial<
  Pick<
    KitVersionRow,
    'negativeControls' | 'positiveControls' | 'outsideDiagnosticId' | 'tmShiftLimit' | 'meltTemplatesFrom'
  >
> & {
  curveShapes?: CurveShapes | typeof Prisma.DbNull;
  replicates?: ReplicateSettings | typeof Prisma.DbNull;
};
const COLUMNS: Readonly<Record<keyof VersionSettings, (settings: VersionSettings) => Columns>> = {
  requiredControls: ({ requiredControls: { negative, positive } }) => ({
    negativeControls: negative,
    positiveControls: positive,
  }),
  outsideDiagnostic: ({ outsideDiagnostic }) => ({ outsideDiagnosticId: outsideDiagnostic }),
  tmShift: ({ tmShift }) => ({ tmShiftLimit: tmShift?.limit ?? null }),
  meltTemplates: ({ meltTemplates }) => ({ meltTemplatesFrom: meltTemplates?.from ?? null }),
  curveShapes: ({ curveShapes }) => ({ curveShapes: curveShapes ?? Prisma.DbNull }),
  replicates: ({ replicates }) => ({ replicates: replicates ?? Prisma.DbNull }),
};

/** The columns of a version's settings. */
export const settingsColumns = (settings: VersionSettings): Columns =>
  Object.values(COLUMNS).reduce<Columns>((all, columnsOf) => ({ ...all, ...columnsOf(settings) }), {});

export async function saveSettings(
  tx: Tx,
  actor: Caller,
  { versionId, change }: { readonly versionId: string; readonly change: SettingsChange },
): Promise<void> {
  await tx.kitVersion.update({ where: { id: versionId }, data: settingsColumns(change.to) });
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
