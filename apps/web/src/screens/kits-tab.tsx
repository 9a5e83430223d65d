import { lazy } from 'react';

import { KitsPanel } from '../features/kit-editor/kits-panel.tsx';

const WhatIf = lazy(async () => ({ default: (await import('../features/what-if/what-if.tsx')).WhatIf }));

/** `?tab=kits` – the kit editor; `&try=1` adds the what-if evaluation of its settings. */
export const KitsTab = () => <KitsPanel WhatIf={WhatIf} />;
