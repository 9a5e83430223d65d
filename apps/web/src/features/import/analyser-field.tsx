import type { Analyser } from '@curvewell/domain';
import { Button, Select } from '@mantine/core';

import { text } from '../../locale/text.ts';
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx';
import type { Outlook } from './import-inspection.ts';
import { WaitingFields } from '../../shared/ui/screen/waiting.tsx';

interface AnalyserFieldProps {
  readonly analysers: readonly Analyser[];
  readonly state: { readonly isError: boolean; readonly isPending: boolean; readonly refetch: () => unknown };
  readonly outlook: Outlook;
  readonly tried: boolean;
  readonly locked: boolean;
  readonly onChoose: (analyserId: string | null) => void;
}

/** The analyser that wrote the files. Those whose profile can read them are listed first. */
export function AnalyserField({ analysers, state, outlook, tried, locked, onChoose }: AnalyserFieldProps) {
  if (state.isError) {
    return <ListFailed title={text.runImport.analysersFailed} onRetry={() => void state.refetch()} />;
  }
  if (state.isPending) return <WaitingFields count={1} isBare />;
  const { analyser, fitting, question, reading } = outlook;
  const [best] = fitting;
  const others = analysers.filter((one) => !fitting.includes(one));
  const isForeign = question === 'analyser' && analyser !== null;
  return (
    <>
      <Select
        label={text.runImport.analyser}
        description={
          analyser === null ? undefined : text.runImport.knownFrom[reading?.confidence ?? analyser.confidence]
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        data={
          best === undefined
            ? analysers.map(optionOf)
            : [
                { group: text.runImport.fits, items: fitting.map(optionOf) },
                ...(others.length === 0
                  ? []
                  : [{ group: text.runImport.others, items: others.map(optionOf) }]),
              ]
        }
        value={analyser?.id ?? null}
        onChange={onChoose}
        disabled={locked}
        error={
          tried && !analyser
            ? text.runImport.analyserMissing
            : isForeign
              ? text.runImport.foreign(analyser.name)
              : null
        }
        placeholder={analysers.length === 0 ? text.runImport.noAnalyser : ''}
        data-analyser-field
      />
      {isForeign && best !== undefined && (
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          disabled={locked}
          onClick={() => onChoose(best.id)}
        >
          {text.runImport.use(best.name)}
        </Button>
      )}
    </>
  );
}

const optionOf = ({ id, name, version }: Analyser) => ({
  value: id,
  label: version === '' ? name : `${name} (${version})`,
});
