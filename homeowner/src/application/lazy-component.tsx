import * as m from '#messages';
import { useEffect, useState, type ComponentType } from 'react';

/**
 * A component whose script loads when the page is idle, or when it is first shown. If loading
 * fails, the person sees why and can try again. A `quiet` component is a small addition that shows
 * nothing until it has loaded.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { quiet = false } = {},
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  const fetchOnce = async (): Promise<void> => {
    loaded ??= await load();
  };
  if (typeof window !== 'undefined')
    window.addEventListener('load', () =>
      setTimeout(() => void fetchOnce().catch(() => undefined)),
    );
  return function Later(props: Props) {
    const [state, setState] = useState<'waiting' | 'there' | 'failed'>(
      loaded === null ? 'waiting' : 'there',
    );
    useEffect(() => {
      if (state !== 'waiting') return;
      fetchOnce().then(
        () => setState('there'),
        () => setState('failed'),
      );
    }, [state]);
    if (loaded !== null) {
      const Loaded = loaded;
      return <Loaded {...props} />;
    }
    if (quiet) return null;
    return state === 'failed' ? (
      <div className="problem" role="alert">
        <p>{m.later_failed()}</p>
        <button type="button" className="plain" onClick={() => setState('waiting')}>
          {m.later_again()}
        </button>
      </div>
    ) : (
      <p className="coming" role="status">
        {m.later_loading()}
      </p>
    );
  };
}
