import type { ReportDocument } from '@curvewell/domain';

import type { Pdf } from './pdf-text.ts';

/**
 * What makes a PDF/A-3a document a PDF/UA-1 document, too: the library writes the identifier of one of them only.
 * PDF/A wants a property that it does not know described beside it.
 *
 * @see ISO 14289-1, 5; ISO 19005-3, 6.6.2.3
 */
const UNIVERSAL_ACCESS = `
<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
  <pdfuaid:part>1</pdfuaid:part>
</rdf:Description>
<rdf:Description rdf:about=""
    xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
    xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
    xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
  <pdfaExtension:schemas>
    <rdf:Bag>
      <rdf:li rdf:parseType="Resource">
        <pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>
        <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
        <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
        <pdfaSchema:property>
          <rdf:Seq>
            <rdf:li rdf:parseType="Resource">
              <pdfaProperty:name>part</pdfaProperty:name>
              <pdfaProperty:valueType>Integer</pdfaProperty:valueType>
              <pdfaProperty:category>internal</pdfaProperty:category>
              <pdfaProperty:description>Part of ISO 14289</pdfaProperty:description>
            </rdf:li>
          </rdf:Seq>
        </pdfaSchema:property>
      </rdf:li>
    </rdf:Bag>
  </pdfaExtension:schemas>
</rdf:Description>`;

export function declareUniversalAccess(pdf: Pdf): void {
  pdf.appendXML(UNIVERSAL_ACCESS);
}

/** The library's types do not have `relationship` yet. */
type Attachment = PDFKit.Mixins.PDFAttachmentOptions & { readonly relationship: 'Data' };

/** The content of the report as data, so that it is its own archive. */
export function attachDocument(pdf: Pdf, document: ReportDocument, name: string): void {
  const exportedAt = new Date(document.trace.exportedAt);
  const attachment: Attachment = {
    name,
    type: 'application/json',
    description: 'The results of this report as data: settings, wells, peaks, rules, flags and their sources',
    relationship: 'Data',
    creationDate: exportedAt,
    modifiedDate: exportedAt,
  };
  pdf.file(Buffer.from(JSON.stringify(document)), attachment);
}
