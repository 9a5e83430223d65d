import type { LaboratoryRules } from '@curvewell/domain';
import { Button } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { useState } from 'react';

import { text } from '../../locale/text.ts';
import { DemandsTable } from './demands-table.tsx';
import styles from './laboratories.module.css';
import { approvalInWords, rulesInWords } from './rule-words.ts';
import { RulesDialog } from './rules-dialog.tsx';

const { rules: words } = text.laboratories;

interface LaboratoryRulesRowProps {
  readonly name: string;
  readonly rules: LaboratoryRules;
  readonly submitterMayApprove: boolean;
  /** Null for read-only users. */
  readonly onChange: ((rules: LaboratoryRules) => void) | null;
}

/** A one-sentence summary of the rules for approval, with a dialog for all rules. */
export function LaboratoryRulesRow({ name, rules, submitterMayApprove, onChange }: LaboratoryRulesRowProps) {
  const [isOpen, setOpen] = useState(false);
  if (onChange === null) {
    return (
      <p className={styles['note']}>
        {text.laboratories.submitter(submitterMayApprove)} {rulesInWords(rules)}
      </p>
    );
  }
  return (
    <>
      <p className={styles['asked']}>
        <b>{words.approve}</b> {approvalInWords(rules)}
      </p>
      <Button
        variant="default"
        size="xs"
        aria-haspopup="dialog"
        leftSection={<IconAdjustments size={16} stroke={1.6} />}
        onClick={() => setOpen(true)}
      >
        {words.edit}
      </Button>
      {isOpen && (
        <RulesDialog name={name} rules={rules} onChange={onChange} onClose={() => setOpen(false)}>
          <DemandsTable rules={rules} onChange={onChange} />
        </RulesDialog>
      )}
    </>
  );
}
