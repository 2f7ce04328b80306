import { z } from 'zod';
import { onJob, job, type JobHandler } from '../../platform/jobs/job.ts';
import type { Context } from '../../platform/context.ts';
import { openCrm, type CrmLead } from './crm.ts';
import { findLead, markTaken, type LeadRow } from './lead-repository.ts';
import { presentProgram } from './present-lead.ts';

/** The CRM deduplicates by lead id, so this job may run twice. */
export const leadJobs = ({ db, clock, config }: Context): JobHandler[] => [
  onJob(sendToCrm, async ({ leadId }) => {
    const crm = openCrm(config);
    const row = await findLead(db, leadId);
    if (crm === null || row === undefined || row.lead === null) return;
    await crm.send(forCrm(leadId, row));
    await markTaken(db, leadId, clock.now());
  }),
];

function forCrm(id: number, { contractor, source, firstTouch, owner, partner }: LeadRow): CrmLead {
  const { companyName, firstName, lastName, email, phone } = contractor;
  return {
    id,
    contractorId: contractor.id,
    createdAt: contractor.registeredAt.toISOString(),
    companyName,
    firstName,
    lastName,
    email,
    phone,
    source: { id: source?.id ?? 0, value: source?.value ?? '', linkId: source?.linkId ?? '' },
    firstTouch: firstTouch?.value ?? '',
    owner: owner && { name: `${owner.firstName} ${owner.lastName}`, email: owner.email },
    program: presentProgram(contractor),
    partner,
  };
}

export const sendToCrm = job({
  id: 'leads.tell-crm',
  payload: z.object({ leadId: z.number().int().positive() }),
  maxAttempts: 12,
  calls: 'crm',
});
