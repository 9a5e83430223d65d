import {
  type CheckedDecision,
  DEFAULT_LABORATORY_RULES,
  demandSchema,
  type DoubtKind,
  doubtKindSchema,
  isFactKind,
  type LaboratoryRules,
  upperFirst,
} from '@curvewell/domain';
import { Select, Table } from '@mantine/core';

import { text } from '../../locale/text.ts';
import styles from './laboratories.module.css';

const { rules: words } = text.laboratories;

const DECISIONS = ['submit', 'approve'] as const;
const GROUPS = [
  { name: words.groups.wells, kinds: doubtKindSchema.options.filter((kind) => !isFactKind(kind)) },
  { name: words.groups.plate, kinds: doubtKindSchema.options.filter(isFactKind) },
] as const;

interface DemandsTableProps {
  readonly rules: LaboratoryRules;
  readonly onChange: (rules: LaboratoryRules) => void;
}

/** The requirements for each kind of doubt, with columns for submitting and approving. */
export function DemandsTable({ rules, onChange }: DemandsTableProps) {
  return (
    <Table className={styles['demands'] ?? ''} aria-label={words.asks} verticalSpacing={2}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{words.kind}</Table.Th>
          {DECISIONS.map((decision) => (
            <Table.Th key={decision}>{words[decision]}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      {GROUPS.map(({ name, kinds }) => (
        <Table.Tbody key={name}>
          <Table.Tr>
            <Table.Th scope="rowgroup" colSpan={1 + DECISIONS.length} className={styles['group'] ?? ''}>
              {name}
            </Table.Th>
          </Table.Tr>
          {kinds.map((kind) => (
            <Table.Tr key={kind}>
              <Table.Th scope="row">{upperFirst(words.kinds[kind])}</Table.Th>
              {DECISIONS.map((decision) => (
                <Table.Td key={decision}>
                  <DemandSelect kind={kind} decision={decision} rules={rules} onChange={onChange} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      ))}
    </Table>
  );
}

interface DemandSelectProps extends DemandsTableProps {
  readonly kind: DoubtKind;
  readonly decision: CheckedDecision;
}

/** Each option describes its effect. */
function DemandSelect({ kind, decision, rules, onChange }: DemandSelectProps) {
  return (
    <Select
      size="xs"
      aria-label={words.inDecision(words.kinds[kind], words[decision])}
      allowDeselect={false}
      checkIconPosition="right"
      comboboxProps={{ width: 260, position: 'bottom-start' }}
      data={demandSchema.options.map((value) => ({ value, label: words.demands[value] }))}
      renderOption={({ option }) => (
        <span>
          <b>
            {option.value === DEFAULT_LABORATORY_RULES[decision][kind]
              ? words.isDefault(option.label)
              : option.label}
          </b>
          <span className={styles['explained']}>{words.explained[demandSchema.parse(option.value)]}</span>
        </span>
      )}
      value={rules[decision][kind]}
      onChange={(demand) =>
        onChange({ ...rules, [decision]: { ...rules[decision], [kind]: demandSchema.parse(demand) } })
      }
    />
  );
}
