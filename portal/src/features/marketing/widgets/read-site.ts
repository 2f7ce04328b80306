/**
 * A website's origin by the contract's rule, or what is wrong with it. The rule is loaded when it
 * is first needed.
 */
export async function readSite(typed: string): Promise<{ origin: string } | { problem: string }> {
  const [{ sitesForm }] = await Promise.all([
    import('@lintel/contract/marketing-sites'),
    import('../../../lib/form/rules.ts'),
  ]);
  const read = sitesForm.safeParse({ sites: [typed] });
  if (!read.success) return { problem: read.error.issues[0]?.message ?? '' };
  return { origin: read.data.sites[0] ?? '' };
}
