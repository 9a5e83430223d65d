import {
  type AmplificationSettings,
  type KitConfigurationBody,
  canBeOutside,
  type ChannelRules,
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
  const { requiredControls, tmShift, meltTemplates, curveShapes, replicates, channelRules, amplification } =
    former;
  const from: VersionSettings = {
    requiredControls,
    outsideDiagnostic: former.outsideDiagnostic?.id ?? null,
    tmShift,
    meltTemplates,
    curveShapes,
    replicates,
    channelRules,
    amplification,
  };
  const { negative, positive } = body.requiredControls ?? requiredControls;
  const changed = <Key extends Exclude<keyof VersionSettings, 'requiredControls' | 'outsideDiagnostic'>>(
    key: Key,
  ) => (body[key] === undefined ? from[key] : body[key]);
  const to: VersionSettings = {
    requiredControls: { negative, positive },
    outsideDiagnostic:
      body.outsideDiagnostic === undefined ? from.outsideDiagnostic : (body.outsideDiagnostic?.id ?? null),
    tmShift: changed('tmShift'),
    meltTemplates: changed('meltTemplates'),
    curveShapes: changed('curveShapes'),
    replicates: changed('replicates'),
    channelRules: changed('channelRules'),
    amplification: changed('amplification'),
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
  channelRules?: ChannelRules | typeof Prisma.DbNull;
  amplification?: AmplificationSettings | typeof Prisma.DbNull;
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
  channelRules: ({ channelRules }) => ({ channelRules: channelRules ?? Prisma.DbNull }),
  amplification: ({ amplification }) => ({ amplification: amplification ?? Prisma.DbNull }),
};

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
