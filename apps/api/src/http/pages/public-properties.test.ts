import { describe, expect, it } from 'vitest';

import { readConfig } from '../../settings/config.ts';
import { publicProperties } from './public-properties.ts';

describe('public properties', () => {
  it('API-83 API-88 an installation without a description has the product’s name and offers no downloads', () => {
    const { product, runFileDownload } = publicProperties(readConfig({ PRODUCT_ADDRESS: '' }));
    expect(product).toMatchObject({
      name: 'Curvewell',
      manufacturer: 'Not configured',
      address: 'Not configured',
      regulatoryMarks: [],
    });
    expect(runFileDownload).toBe(false);
  });

  it('API-83 the environment names the manufacturer and its marks', () => {
    const { product, runFileDownload } = publicProperties(
      readConfig({
        PRODUCT_MANUFACTURER: 'Example Ltd',
        PRODUCT_REGULATORY_MARKS: 'CE, IVD',
        RUN_FILE_DOWNLOAD: 'true',
      }),
    );
    expect(product).toMatchObject({ manufacturer: 'Example Ltd', regulatoryMarks: ['CE', 'IVD'] });
    expect(runFileDownload).toBe(true);
  });
});
