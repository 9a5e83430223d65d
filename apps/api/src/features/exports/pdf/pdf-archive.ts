import type { Pdf } from './pdf-text.ts';

/**
 * Marks a PDF/A-3a document as PDF/UA-1 as well: the library writes only one of the identifiers. PDF/A
 * requires a description of properties that it does not define.
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

/** The library's types lack `relationship`. */
type Attachment = PDFKit.Mixins.PDFAttachmentOptions & { readonly relationship: 'Data' };

/** Attaches the report's content as data: its JSON. */
export function attachDocument(
  pdf: Pdf,
  json: string,
  { name, exportedAt }: { readonly name: string; readonly exportedAt: Date },
): void {
  const attachment: Attachment = {
    name,
    type: 'application/json',
    description: 'The results of this report as data: settings, wells, peaks, rules, flags and their sources',
    relationship: 'Data',
    creationDate: exportedAt,
    modifiedDate: exportedAt,
  };
  pdf.file(Buffer.from(json), attachment);
}
