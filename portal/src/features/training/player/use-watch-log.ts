import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Material } from '@lintel/contract/training';
import { useSession } from '../../../lib/session.ts';
import { reporterOf } from './report-progress.ts';
import { makeWatchLog, type WatchLog } from './watch-log.ts';

/**
 * The log of the video that plays. While switched nothing is recorded. It closes with the page, the
 * tab or the player.
 */
export function useWatchLog(video: Material): WatchLog {
  const client = useQueryClient();
  const { user, switched } = useSession();
  const [log] = useState(() =>
    makeWatchLog(switched ? () => undefined : reporterOf(client, user.id, video)),
  );
  useEffect(() => {
    const onHide = (): void => {
      if (document.visibilityState === 'hidden') log.left();
    };
    window.addEventListener('pagehide', log.left);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      window.removeEventListener('pagehide', log.left);
      document.removeEventListener('visibilitychange', onHide);
      log.left();
    };
  }, [log]);
  return log;
}
