/** The page of a lead in the CRM: `template` is an address with `{id}` in it. */
export const crmLeadUrl = (template: string, leadId: number): string =>
  template.replaceAll('{id}', encodeURIComponent(leadId));
