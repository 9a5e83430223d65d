import { Button, Switch } from '@mantine/core';
import { channelRuleNotes, channelRuleNoteText, ruleCodeNotes, rulesWithResults } from '@curvewell/domain';
import { useId } from 'react';

import { text } from '../../../locale/text.ts';
import { diagnosticWords } from '../draft/diagnostic-words.ts';
import { parsedChannelRules, type ChannelRuleDraft } from '../draft/channel-rule-draft.ts';
import type { VersionDraft } from '../draft/kit-draft.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import styles from './checks.module.css';
import { ChannelRuleFields } from './channel-rule-fields.tsx';
import { checkFieldId } from './check-field-id.ts';
import { EMPTY_RESULT } from './rule-result-fields.tsx';

const words = text.kits.checks.channelRules;

const EMPTY_RULE: ChannelRuleDraft = {
  conditions: [],
  result: EMPTY_RESULT,
};

/** The rules that give a sample one result over the channels of the kit. */
export function ChannelRulesField() {
  const { version, isLocked, editVersion, diagnostics } = useKitEditing();
  const { channelRules: rules } = version;
  const id = useId();
  const change = (to: VersionDraft['channelRules'], about: string | null = null) => {
    editVersion((before) => ({ ...before, channelRules: to }), about);
  };
  return (
    <fieldset className={styles['checks-wide']} id={checkFieldId('channelRules')} tabIndex={-1}>
      <legend>{words.title}</legend>
      {isLocked ? (
        words
          .settingsLines(rules, diagnosticWords(diagnostics).ofName)
          .map((line) => <div key={line}>{line}</div>)
      ) : (
        <Switch
          size="sm"
          label={words.byChannels}
          aria-describedby={id}
          checked={rules !== null}
          onChange={({ currentTarget: { checked } }) => {
            change(checked ? [EMPTY_RULE] : null);
          }}
        />
      )}
      <p id={id} className={styles['lines'] ?? ''}>
        {rules === null ? words.offText : words.onText}
      </p>
      {rules !== null && (
        <details className={styles['lines']}>
          <summary>{words.more.title}</summary>
          {words.more.text}
        </details>
      )}
      {rules !== null && !isLocked && <Rules rules={rules} onChange={change} />}
      <Faults />
      {rules !== null && <Notes rules={rules} />}
    </fieldset>
  );
}

interface RulesProps {
  readonly rules: readonly ChannelRuleDraft[];
  readonly onChange: (rules: readonly ChannelRuleDraft[], about?: string | null) => void;
}

function Rules({ rules, onChange }: RulesProps) {
  return (
    <>
      <ol className={styles['channel-rules']}>
        {rules.map((rule, index) => (
          // Rules have no identity of their own: the order is the identity.
          <li key={index}>
            <ChannelRuleFields
              rule={rule}
              number={index + 1}
              onChange={(to, about) => {
                onChange(rules.with(index, to), about);
              }}
              onRemove={() => {
                onChange(rules.toSpliced(index, 1));
              }}
              onUp={
                index === 0
                  ? null
                  : () => {
                      onChange(rules.toSpliced(index, 1).toSpliced(index - 1, 0, rule));
                    }
              }
            />
          </li>
        ))}
      </ol>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => {
          onChange([...rules, EMPTY_RULE]);
        }}
      >
        {words.add}
      </Button>
    </>
  );
}

/** What contradicts the kit, also in a version that can no longer be changed. */
function Faults() {
  const { issues } = useKitEditing();
  const faults = issues.filter(({ field }) => field === 'channelRules');
  if (faults.length === 0) return null;
  return (
    <ul className={styles['channel-rule-faults']}>
      {faults.map(({ message }) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  );
}

/** Overlaps, rules that never give their result, and codes that are not sent. */
function Notes({ rules }: { readonly rules: readonly ChannelRuleDraft[] }) {
  const { diagnostics } = useKitEditing();
  const { data = [] } = parsedChannelRules(rules);
  const notes = channelRuleNotes(rulesWithResults(data, diagnostics) ?? [], { diagnostics });
  return (
    <>
      <NoteList label={words.notes} notes={notes.map((note) => channelRuleNoteText(note, diagnostics))} />
      <NoteList label={words.codeNotes} notes={ruleCodeNotes(data, diagnostics)} />
    </>
  );
}

function NoteList({ label, notes }: { readonly label: string; readonly notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <ul className={styles['channel-rule-notes']} aria-label={label}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
