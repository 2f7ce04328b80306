import type { EndpointSpec } from '@lintel/contract/core/endpoint';
import { idempotencyHeaders } from '@lintel/contract/core/idempotency';
import type { FileParts } from './openapi.ts';

const encodings = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
};

/** What the server validates, and what the OpenAPI document says, of an endpoint. */
export function schemaOf(spec: EndpointSpec) {
  return {
    operationId: spec.name,
    summary: spec.summary,
    tags: [spec.name.split('.')[0] ?? ''],
    ...(spec.params && { params: spec.params }),
    ...(spec.query && { querystring: spec.query }),
    ...(spec.body && { body: spec.body }),
    ...(spec.idempotent && { headers: idempotencyHeaders }),
    ...('file' in spec.response ? {} : { response: { 200: spec.response } }),
    ...(spec.encoding && { consumes: [encodings[spec.encoding]] }),
  };
}

/** The parts of the body that are files, for the OpenAPI document. */
export function filePartsOf({ files, streams, streamedTypes = [] }: EndpointSpec): {
  fileParts?: FileParts;
} {
  const streamed =
    streams === undefined ? {} : { [streams]: { types: streamedTypes, isRequired: true } };
  const parts = { ...files, ...streamed };
  return Object.keys(parts).length === 0 ? {} : { fileParts: parts };
}
