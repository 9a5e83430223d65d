import {
  type KitConfigurationBody,
  canBeOutside,
  type KitVersion,
  type KitVersionSettings,
} from '@curvewell/domain';
import { isDeepStrictEqual } from 'node:util';

import { recordAudit } from '../../../audit/record-audit.ts';
import type { Tx } from '../../../database/db.ts';
import { refuse } from '../../../errors.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Caller } from '../../../actor.ts';
import { diagnosticColorOf } from '../read/diagnostic-color.ts';
import { type StoredSettings, storedSettingsSchema } from '../read/settings-of-row.ts';

/** With the id of the diagnostic instead of its name. */
type VersionSettings = StoredSettings & { readonly outsideDiagnostic: string | null };

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
  const { outsideDiagnostic } = former;
  const from = { ...storedSettingsSchema.parse(former), outsideDiagnostic: outsideDiagnostic?.id ?? null };
  const to = {
    ...storedSettingsSchema.parse({ ...from, ...given(body) }),
    outsideDiagnostic:
      body.outsideDiagnostic === undefined ? from.outsideDiagnostic : (body.outsideDiagnostic?.id ?? null),
  };
  if (to.outsideDiagnostic !== null && to.outsideDiagnostic !== from.outsideDiagnostic)
    await checkOutside(tx, { kitId: former.kit.id, id: to.outsideDiagnostic });
  return isDeepStrictEqual(from, to) ? null : { from, to };
}

/** Omitted settings are unchanged. */
const given = (body: object): object =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));

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

/** The columns of settings. Those without columns of their own have a JSON column of their name. */
export const settingsColumns = ({
  requiredControls: { negative, positive },
  outsideDiagnostic,
  tmShift,
  meltTemplates,
  ...json
}: VersionSettings) => ({
  negativeControls: negative,
  positiveControls: positive,
  outsideDiagnosticId: outsideDiagnostic,
  tmShiftLimit: tmShift?.limit ?? null,
  meltTemplatesFrom: meltTemplates?.from ?? null,
  ...jsonColumns(json),
});

const jsonColumns = <Settings extends object>(settings: Settings) =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, value ?? Prisma.DbNull])) as {
    [Name in keyof Settings]: NonNullable<Settings[Name]> | typeof Prisma.DbNull;
  }; // the same names

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
