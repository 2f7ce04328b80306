import type { EndpointSpec } from './core/endpoint.ts';
import * as lenders from './applications-lenders.ts';
import * as applications from './applications.ts';
import * as contractors from './contractors.ts';
import * as identity from './identity.ts';
import * as pages from './pages.ts';

const isEndpoint = (value: unknown): value is EndpointSpec =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** Every call of the API, in the order of the domains. */
export const allEndpoints: readonly EndpointSpec[] = [identity, contractors, pages, applications, lenders].flatMap((domain) =>
  Object.values(domain).filter(isEndpoint),
);
