import { useEffect, useRef } from 'react';
import { getRouteApi } from '@tanstack/react-router';

const route = getRouteApi('/portal/payout-tax');

/** Opens something once when the address has `?action=…`, then removes the parameter. */
export function useOpenAtOnce(action: 'ach' | 'w9', mayOpen: boolean, open: () => void): void {
  const { action: asked } = route.useSearch();
  const navigate = route.useNavigate();
  const done = useRef(false);
  useEffect(() => {
    if (asked !== action || !mayOpen || done.current) return;
    done.current = true;
    open();
    void navigate({ search: {}, replace: true, resetScroll: false });
  });
}
