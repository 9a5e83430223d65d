import { z } from 'zod';

/*
 * The subset of FHIR R4 (4.0.1) that this product writes. Every bundle is validated against it before it is
 * sent. Empty lists are forbidden in FHIR and omitted. Cardinalities and value sets follow the specification.
 */

/** FHIR's `dateTime` with a time, and its `instant`. */
const dateTime = z.iso.datetime({ offset: true });
const text = z.string().min(1);

/** A code for the LIS has no code system; a SNOMED CT concept has no display, which depends on its edition. */
const coding = z.strictObject({ system: z.url().optional(), code: text, display: text.optional() });
const concept = z
  .strictObject({ coding: z.array(coding).min(1).optional(), text: text.optional() })
  .refine((one) => one.coding !== undefined || one.text !== undefined, 'a concept has a code or a text');
const identifier = z.strictObject({ system: z.url().optional(), type: concept.optional(), value: text });
const reference = z.strictObject({
  reference: z.string().startsWith('urn:uuid:').optional(),
  type: text.optional(),
  identifier: identifier.optional(),
  display: text.optional(),
});
const quantity = z.strictObject({
  value: z.number(),
  unit: text.optional(),
  system: z.literal('http://unitsofmeasure.org').optional(),
  code: text.optional(),
});
const annotation = z.strictObject({ text });

const organization = z.strictObject({
  resourceType: z.literal('Organization'),
  id: z.uuid(),
  identifier: z.array(identifier).min(1),
  name: text,
});

const device = z.strictObject({
  resourceType: z.literal('Device'),
  id: z.uuid(),
  deviceName: z
    .array(z.strictObject({ name: text, type: z.enum(['user-friendly-name', 'model-name']) }))
    .min(1),
  version: z.array(z.strictObject({ type: concept, value: text })).min(1),
});

const specimen = z.strictObject({
  resourceType: z.literal('Specimen'),
  id: z.uuid(),
  identifier: z.array(identifier).min(1),
  type: concept,
});

/** The codes of R4's `observation-status` and `diagnostic-report-status` that a run can have. */
const status = z.enum(['preliminary', 'final', 'cancelled', 'entered-in-error']);

const absentExtension = z.strictObject({
  url: z.literal('http://hl7.org/fhir/StructureDefinition/data-absent-reason'),
  valueCode: z.literal('unknown'),
});

/** Fields common to observations and reports. */
const common = {
  identifier: z.array(identifier).min(1),
  basedOn: z.array(reference).optional(),
  status,
  category: z.array(concept).min(1),
  code: concept,
  /** A date alone where the time is unknown. */
  effectiveDateTime: z.union([dateTime, z.iso.date()]).optional(),
  _effectiveDateTime: z.strictObject({ extension: z.array(absentExtension).length(1) }).optional(),
  issued: dateTime.optional(),
  performer: z.array(reference).min(1),
};

const observation = z
  .strictObject({
    resourceType: z.literal('Observation'),
    id: z.uuid(),
    ...common,
    valueCodeableConcept: concept.optional(),
    dataAbsentReason: concept.optional(),
    interpretation: z.array(concept).min(1).optional(),
    note: z.array(annotation).min(1),
    method: concept,
    specimen: reference,
    device: reference,
    /** The wells of a sample. */
    derivedFrom: z.array(reference).min(1).optional(),
    component: z
      .array(
        z.strictObject({
          code: concept,
          valueCodeableConcept: concept.optional(),
          valueQuantity: quantity.optional(),
          dataAbsentReason: concept.optional(),
        }),
      )
      .min(1)
      .optional(),
  })
  // The specification's obs-6.
  .refine(
    (one) => (one.valueCodeableConcept === undefined) !== (one.dataAbsentReason === undefined),
    'an observation has a value, or the reason why it has none',
  );

const diagnosticReport = z.strictObject({
  resourceType: z.literal('DiagnosticReport'),
  id: z.uuid(),
  ...common,
  resultsInterpreter: z.array(reference).optional(),
  specimen: z.array(reference).min(1),
  result: z.array(reference).min(1),
  conclusion: text.optional(),
});

export const fhirResourceSchema = z.discriminatedUnion('resourceType', [
  organization,
  device,
  specimen,
  observation,
  diagnosticReport,
]);

export const fhirBundleSchema = z.strictObject({
  resourceType: z.literal('Bundle'),
  id: z.uuid(),
  identifier,
  type: z.literal('collection'),
  timestamp: dateTime,
  entry: z
    .array(z.strictObject({ fullUrl: z.string().startsWith('urn:uuid:'), resource: fhirResourceSchema }))
    .min(1),
});
export type FhirBundle = z.infer<typeof fhirBundleSchema>;
export type FhirResource = z.infer<typeof fhirResourceSchema>;
export type FhirObservation = z.infer<typeof observation>;
export type FhirConcept = z.infer<typeof concept>;
