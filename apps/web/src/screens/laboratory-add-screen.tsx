import { Button } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';

import { AddLaboratories } from '../features/laboratories/add-laboratories.tsx';
import { text } from '../locale/text.ts';
import { paths } from '../shared/navigation/paths.ts';
import { Screen } from '../shared/ui/screen/screen.tsx';
import { useUnsavedParts } from '../shared/forms/use-unsaved-parts.ts';

const FORM = 'add-laboratories';

/** `/admin/add` – add several laboratories at once. */
export function LaboratoryAddScreen() {
  const navigate = useNavigate();
  const { note } = useUnsavedParts<'rows'>();
  const noteRows = useMemo(() => note('rows'), [note]);
  /** Navigate only after the form no longer counts as unsaved. */
  const [added, setAdded] = useState<string | null>(null);
  useEffect(() => {
    if (added !== null) void navigate(added);
  }, [added, navigate]);

  return (
    <Screen
      title={text.laboratories.addLaboratories}
      footerStart={
        <Button component={Link} to={paths.laboratories()} variant="subtle" color="gray">
          {text.common.cancel}
        </Button>
      }
      footerEnd={
        <Button type="submit" form={FORM} size="md">
          {text.laboratories.save}
        </Button>
      }
    >
      <AddLaboratories
        formId={FORM}
        onChanged={noteRows}
        onAdded={(first) =>
          setAdded(first === null ? paths.laboratories() : `${paths.laboratories()}?laboratory=${first.id}`)
        }
      />
    </Screen>
  );
}
