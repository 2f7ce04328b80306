import { useEffect, useRef } from 'react';
import { getRouteApi } from '@tanstack/react-router';

const route = getRouteApi('/portal/payout-tax');

/** Opens something once when the address has `?action=…`, then removes the parameter. */
export function useOpenFromLink(action: 'ach' | 'w9', mayOpen: boolean, open: () => void): void {
  const { action: requested } = route.useSearch();
  const navigate = route.useNavigate();
  const done = useRef(false);
  useEffect(() => {
    if (requested !== action || !mayOpen || done.current) return;
    done.current = true;
    open();
    void navigate({ search: {}, replace: true, resetScroll: false });
  });
}
