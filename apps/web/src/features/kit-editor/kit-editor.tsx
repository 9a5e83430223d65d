import { useImperativeHandle, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import { useCan, useMe } from '../../data/identity.ts';
import type { Configured } from '../../data/kits.ts';
import { text } from '../../locale/text.ts';
import { confirm } from '../../shared/ui/dialogs/confirm.tsx';
import { useUnsavedGuard } from '../../shared/forms/use-unsaved-guard.ts';
import { ChecksSection } from './checks/checks-section.tsx';
import { KeptTemplates } from './checks/kept-templates.tsx';
import { chosenRunOf } from './chosen-run.ts';
import { CombinationList } from './combinations/combination-list.tsx';
import { CopyFrom } from './copy-from.tsx';
import { CompareDialog } from './compare-dialog.tsx';
import { Differences } from './differences.tsx';
import { DraftNotes } from './draft-notes.tsx';
import { draftChanges } from './draft/draft-changes.ts';
import { diagnosticWords } from './draft/diagnostic-words.ts';
import { draftIssues } from './draft/draft-issues.ts';
import { kitDraftPlace } from './draft/read-kit-draft.ts';
import { channelsIn, draftReplicates, draftShift, EMPTY_CHANNEL, isEmptyDraft } from './draft/kit-draft.ts';
import { evaluatedChannelRules } from './draft/channel-rule-draft.ts';
import { outsideName, draftChannels } from './draft/draft-channels.ts';
import { EditorFooter } from './editor-footer.tsx';
import { type Focus, KitEditingContext, type KitEditing } from './kit-editor-context.ts';
import styles from './kit-editor.module.css';
import type { KitEditorProps } from './kit-editor-props.ts';
import { LockedNote } from './locked-note.tsx';
import { LotNote } from './lot-note.tsx';
import { MissingNext } from './missing-next.tsx';
import { NearZones } from './near-zones-note.tsx';
import { PhasesCard } from './phases/phases-card.tsx';
import { type StatusChange, ChangeStatus } from './place/change-status.tsx';
import { WhatIfNote } from './what-if-note.tsx';
import { draftOf, useDraft } from './use-draft.ts';
import { useConditions } from './use-conditions.ts';
import { evaluatedVersion, useEvaluated } from './use-evaluated.ts';
import { useReportedChannels } from './use-reported-channels.ts';
import { useSave } from './use-save.ts';
import { useTriedReferences } from './use-tried-references.ts';
import { useWhatIfOpen } from './use-what-if-open.ts';

/** Edits one configuration: phases and zones at the left, rules at the right. */
export function KitEditor(props: KitEditorProps) {
  const { place, chosen, configured, loadTheirs, runs, otherRuns, handle, onChannels, WhatIf } = props;
  const { channel } = chosen;
  const can = useCan();
  const mayWrite = can('WRITE_KIT_CONFIG_ADMIN');
  const { kit, version, isEditable, lots = [] } = configured.kitVersion;
  const activeLots = lots.filter(({ active }) => active).map(({ name }) => name);
  const isLocked = !mayWrite || !isEditable || activeLots.length > 0;
  const { preferredUsername: userId } = useMe();
  const draftPlace = useMemo(() => kitDraftPlace(place, userId), [place, userId]);
  const work = useDraft(configured, { place: draftPlace, isKept: !isLocked });
  const { base, saved, draft, changed, isChanged } = work;
  const saving = useSave({ place, base });
  const whatIf = useWhatIfOpen();
  const [focus, setFocus] = useState<Focus | null>(null);
  const [address] = useSearchParams();
  const [run, setRun] = useState(() => address.get('run'));
  const [statusChange, setStatusChange] = useState<StatusChange | null>(null);
  const [comparison, setComparison] = useState<Configured | 'versions' | null>(null);
  const compareVersions = (): void => setComparison('versions');
  const diagnostics = useMemo(() => chosen.kit?.diagnostics ?? [], [chosen.kit?.diagnostics]);
  const expressions = useConditions(draft, channel);

  const issues = useMemo(() => draftIssues(draft, diagnostics), [draft, diagnostics]);
  const words = useMemo(() => diagnosticWords(diagnostics), [diagnostics]);
  const changes = draftChanges(saved, draft, words);
  useUnsavedGuard({ isChanged, isKept: true });

  const chosenRun = chosenRunOf(run, { runs, otherRuns });
  const isOtherRun = chosenRun !== null && !runs.includes(chosenRun);
  const tried = useTriedReferences(chosenRun?.runId ?? null);
  const onRun = useEvaluated({
    runId: chosenRun?.runId ?? null,
    wells: isOtherRun ? 'all' : 'of-kit',
    kitId: place.kitId,
    versionId: place.versionId,
    reactionBufferId: place.reactionBufferId,
    channel,
    draft: draft[channel],
    saved: saved[channel],
    ...evaluatedVersion(draft.version, saved.version),
    diagnostics,
    tried: tried.tried,
    isSearched: !isLocked,
  });

  const discard = (): Promise<boolean> =>
    confirm({ title: text.kits.footer.discard(kit.name, version), destroys: true });
  const cancel = async (): Promise<void> => {
    if (await discard()) work.restart(base);
  };
  const mayLeave = async (): Promise<boolean> =>
    !isChanged || confirm({ title: text.unsaved.question, text: text.unsaved.kept });
  useImperativeHandle(handle, () => ({
    mayLeave,
    askStatus: (status) => setStatusChange({ status, reason: '' }),
    removeChannel: (name) => work.edit((before) => ({ ...before, [name]: EMPTY_CHANNEL }), null),
  }));
  useReportedChannels({ saved, draft, isLocked, onChannels });

  const save = async (): Promise<void> => {
    const stored = await saving.save(draft, changed);
    if (stored) work.restart(stored);
  };

  const ofChannel = issues.filter((issue) => issue.channel === channel || issue.channel === null);
  const editing: KitEditing = {
    kit,
    channel,
    channels: channelsIn(draft),
    draft: draft[channel],
    saved: saved[channel],
    version: draft.version,
    isLocked,
    issues: ofChannel,
    diagnostics,
    expressions,
    evaluated: onRun.evaluated,
    curves: onRun.curves,
    searched: onRun.searched,
    trial: onRun.trial,
    runId: isOtherRun ? null : (chosenRun?.runId ?? null),
    ...tried,
    focus,
    onFocus: setFocus,
    edit: (change, about) =>
      work.edit(
        (before) => ({ ...before, [channel]: change(before[channel]) }),
        about ? `${channel} ${about}` : null,
      ),
    editVersion: (change, about) =>
      work.edit((before) => ({ ...before, version: change(before.version) }), about),
  };

  const { kitId, versionId, reactionBufferId, analyserId } = place;
  const names = { kit: kit.name, buffer: chosen.buffer?.name ?? '', analyser: chosen.analyser?.name ?? '' };
  // Conflicts are resolved in the editor, so close the evaluation.
  if (whatIf.isOpen && saving.other === null) {
    return (
      <WhatIf
        version={version}
        names={names}
        place={{ kitId, kitVersionId: versionId, reactionBufferId, analyserId }}
        settings={{
          channels: draftChannels(draft, diagnostics),
          outsideDiagnostic: outsideName(draft.version.outsideId, diagnostics),
          tmShift: draftShift(draft.version.tmShift),
          meltTemplates: draft.version.meltTemplates,
          curveShapes: draft.version.curveShapes,
          amplification: draft.version.amplification,
          replicates: draftReplicates(draft.version.replicates),
          channelRules: evaluatedChannelRules(draft.version.channelRules, diagnostics),
        }}
        diagnostics={diagnostics}
        differences={
          <Differences
            place={place}
            names={names}
            saved={saved}
            draft={draft}
            diagnosticWords={words}
            versions={chosen.versions}
          />
        }
        onBack={whatIf.close}
        onSave={isLocked || !isChanged || issues.length > 0 ? null : () => void save()}
        isSaving={saving.isPending}
      />
    );
  }

  return (
    <KitEditingContext value={editing}>
      <LockedNote kitVersion={base.kitVersion} activeLots={activeLots} mayWrite={mayWrite} chosen={chosen} />
      {!isLocked && isEmptyDraft(saved) && isEmptyDraft(draft) && (
        <CopyFrom
          place={place}
          analyser={chosen.analyser?.name ?? ''}
          onCopy={(copied) => work.edit(({ version: kept }) => ({ ...copied, version: kept }), null)}
        />
      )}
      <DraftNotes
        configured={configured}
        loadTheirs={loadTheirs}
        work={work}
        saving={saving}
        onCompare={setComparison}
      />
      <div
        className={styles['work']}
        data-noted={work.restoredAt !== null || saving.other !== null || undefined}
      >
        <PhasesCard
          runs={runs}
          otherRuns={otherRuns}
          run={chosenRun}
          place={names}
          onRun={setRun}
          onRunFailed={onRun.isFailed ? onRun.retry : null}
          work={work}
          onTry={whatIf.open}
          diagnosticWords={words}
        />
        <div className={styles['right']}>
          <CombinationList key={channel} />
          <ChecksSection
            keptTemplates={
              <KeptTemplates
                place={place}
                isLocked={isLocked}
                isChanged={isChanged}
                revision={base.kitVersion.revision}
                onRevision={(revision) => {
                  // Keep the draft and update only the revision for the next save.
                  work.rebase({ ...base, kitVersion: { ...base.kitVersion, revision } });
                }}
              />
            }
          />
          <MissingNext
            near={<NearZones place={place} draft={draft} runId={chosenRun?.runId ?? null} />}
            tried={
              isEmptyDraft(saved) ? null : (
                <>
                  <LotNote kitVersion={base.kitVersion} activeLots={activeLots} />
                  <WhatIfNote place={place} version={version} />
                </>
              )
            }
          />
        </div>
      </div>
      <EditorFooter
        mayWrite={mayWrite}
        isLocked={isLocked}
        changes={changes}
        issue={issues[0]?.message ?? null}
        isSaving={saving.isPending}
        onSave={() => void save()}
        onCancel={() => void cancel()}
        onTry={whatIf.open}
        onCompare={chosen.versions.length > 1 ? compareVersions : null}
      />
      {/* A conflict must be resolved first; the typed reason is kept. */}
      {statusChange !== null && saving.other === null && (
        <ChangeStatus
          statusChange={statusChange}
          setStatusChange={setStatusChange}
          saving={saving}
          work={work}
          base={base}
          diagnostics={diagnostics}
          kit={kit.name}
          analyser={chosen.analyser?.name ?? ''}
        />
      )}
      {comparison !== null && (
        <CompareDialog
          place={place}
          names={names}
          versions={chosen.versions}
          mine={draft}
          theirs={comparison === 'versions' ? null : draftOf(comparison)}
          diagnosticWords={words}
          onKeepMine={
            comparison === 'versions'
              ? null
              : () => {
                  work.rebase(comparison);
                  saving.settle();
                  setComparison(null);
                }
          }
          onClose={() => setComparison(null)}
        />
      )}
    </KitEditingContext>
  );
}
