import type { Context } from '../../platform/context.ts';
import { sign } from '../../platform/crypto/secrets.ts';
import { toError } from '../../platform/errors.ts';
import type { SetupSources } from '../../platform/setup.ts';

/** The same for all processes of an installation, and different from others'. */
export const installationId = ({ keys }: Pick<Context, 'keys'>): string =>
  sign(keys.derive('installation id'), 'installation').slice(0, 32);

/** The steps that no other domain owns. */
export const ownSteps = (context: Context): SetupSources => ({
  brand: { state: () => context.liveConfig.groupState('brand') },
  domain: {
    state: async () => ({ isStarted: true, problems: [] }),
    check: () => checkDomain(context),
  },
});

async function checkDomain(context: Context): Promise<string> {
  const { publicUrl } = context.config;
  const answer = await fetch(`${publicUrl}/api/v1/installation`, {
    redirect: 'error',
    signal: AbortSignal.timeout(9000),
  }).catch((error: unknown) => {
    const { cause, message } = toError(error);
    throw new Error(`${publicUrl} can’t be reached: ${toError(cause ?? message).message}.`);
  });
  const body: unknown = await answer.json().catch(() => null);
  const isOwn =
    typeof body === 'object' &&
    body !== null &&
    'id' in body &&
    body.id === installationId(context);
  if (!isOwn)
    throw new Error(
      `Something else answers at ${publicUrl}. Check DNS, the proxy, and PUBLIC_URL.`,
    );
  return `${publicUrl} leads here.`;
}
