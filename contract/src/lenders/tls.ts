import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { id, instant, messages, outcome, wholeNumber } from '../core/fields.ts';
import { portalOwned } from '../core/owner.ts';
import { secretOverlapHours } from './constants.ts';
import { byLender, changingLenders, readingLenders } from './lender.ts';

/** Days before a client certificate expires that staff are warned. */
export const certificateWarningDays = 30;

export const certificateStates = ['current', 'next', 'former'] as const;

const certificate = z.object({
  id: z.number(),
  subject: z.string(),
  issuer: z.string(),
  /** SHA-256, in hexadecimal with colons. */
  fingerprint: z.string(),
  expiresAt: instant(),
  /** From when calls use it. */
  usedFrom: instant(),
  state: z.enum(certificateStates),
});
export type LenderCertificate = z.output<typeof certificate>;

const authority = z.object({ subject: z.string(), expiresAt: instant() });

export const readTls = endpoint({
  name: 'lenders.tls',
  method: 'GET',
  path: '/manage/lenders/{id}/tls',
  summary: 'Our client certificates at a lender, without their keys, and its own authorities',
  access: readingLenders,
  owner: portalOwned,
  params: byLender,
  response: z.object({
    /** The newest first. */
    certificates: z.array(certificate),
    /** The authorities that sign the lender’s server certificate; empty for public ones. */
    authorities: z.array(authority),
  }),
  errors: ['not_found'],
});

const pem = z.string(messages.required).trim().max(20_000, messages.max(20_000));

export const certificateForm = z.object({
  /** PEM: the certificate, and the ones between it and its authority. */
  certificate: pem.min(1, messages.required),
  /** PEM, not encrypted. It is stored sealed and never returned. */
  key: pem.min(1, messages.required),
  /** How long calls still use the current certificate. */
  overlapHours: wholeNumber().refine(
    (hours) => secretOverlapHours.some((one) => one === hours),
    `Please choose one of ${secretOverlapHours.join(', ')} hours.`,
  ),
});

export const addCertificate = endpoint({
  name: 'lenders.add-certificate',
  method: 'POST',
  path: '/manage/lenders/{id}/certificates',
  summary: 'Add a client certificate for calls to a lender; the current one is used until then',
  access: changingLenders,
  owner: portalOwned,
  params: byLender,
  body: certificateForm,
  response: outcome,
  errors: ['not_found', 'conflict'],
  stepUp: true,
});

export const removeCertificate = endpoint({
  name: 'lenders.remove-certificate',
  method: 'DELETE',
  path: '/manage/lenders/{id}/certificates/{certificate}',
  summary: 'Remove a client certificate',
  access: changingLenders,
  owner: portalOwned,
  params: byLender.extend({ certificate: id() }),
  response: outcome,
  errors: ['not_found'],
  stepUp: true,
});

export const saveAuthorities = endpoint({
  name: 'lenders.save-authorities',
  method: 'POST',
  path: '/manage/lenders/{id}/authorities',
  summary: 'Set the authorities that sign a lender’s server certificate; none for public ones',
  access: changingLenders,
  owner: portalOwned,
  params: byLender,
  /** PEM of one or more certificates, or empty. */
  body: z.object({ authorities: pem.default('') }),
  response: outcome,
  errors: ['not_found', 'conflict'],
  stepUp: true,
});
