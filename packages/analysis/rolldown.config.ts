export { publishedConfig as default } from '../../scripts/published/config.ts';
