import { writeFileSync } from 'node:fs';
import { startProduct } from './support/product.ts';
const p = await startProduct();
writeFileSync('/tmp/end28-url', p.address);
process.on('SIGTERM', () => { void p.stop().then(() => process.exit(0)); });
setInterval(() => undefined, 1000);
