import { lazy } from 'react';

import { KitsPanel } from '../features/kit-editor/kits-panel.tsx';

const WhatIf = lazy(async () => ({ default: (await import('../features/what-if/what-if.tsx')).WhatIf }));

/** `?tab=kits` – the kit editor, and with `&try=1` what its settings would call past runs. */
export const KitsTab = () => <KitsPanel WhatIf={WhatIf} />;
