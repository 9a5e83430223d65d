import '@mantine/core/styles.layer.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import './app/app.css';
import { App } from './app/app.tsx';
import './app/forced-colors.css';
import './app/tokens.css';
import { allowStylesOnly } from './app/trusted-types.ts';

allowStylesOnly();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
