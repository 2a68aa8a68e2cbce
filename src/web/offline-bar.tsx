import './offline-bar.css'
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { refusalCode } from '#client/refusal.ts'
import { useNetwork } from '#client/session-context.tsx'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { hasUnsaved } from '#ui/forms/unsaved.ts'
import { Icon } from '#ui/pictures/icon.tsx'

/**
 * Shown while the server is unreachable: pending changes, and a retry button. After reconnection, requests that failed by network are
 * refetched.
 */
export function OfflineBar() {
  const network = useNetwork()
  const state = useSyncExternalStore(network.subscribe, network.read)
  const queries = useQueryClient()
  const isDown = state !== 'reachable'
  const isPortal = `${useLocation().pathname}/`.startsWith('/client-portal/')
  const [wasDown, setWasDown] = useState(isDown)
  const [isBack, setBack] = useState(false)
  if (isDown !== wasDown) {
    setWasDown(isDown)
    setBack(!isDown)
  }
  useEffect(() => {
    if (isBack) void queries.refetchQueries({ predicate: failedByNetwork })
  }, [isBack, queries])

  return (
    <output className="offline">
      {isDown && (
        <span className="offline__in">
          <Icon of={WifiOff} />
          <span className="offline__text">
            {'אין תקשורת עם השרת. '}
            {isPortal ? <ShownSince /> : pendingText(queries)}
          </span>
          <Button size="sm" busy={state === 'checking'} onClick={() => void network.retry()}>
            {state === 'checking' ? 'מנסים להתחבר' : 'ניסיון חוזר'}
          </Button>
        </span>
      )}
      {isBack && <span className="vh">התקשורת עם השרת חזרה</span>}
    </output>
  )
}

/** The time of the displayed data: that of the oldest response on the page, possibly from an earlier visit. */
function ShownSince() {
  const queries = useQueryClient()
  const cache = queries.getQueryCache()
  const at = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => oldestOf(cache.findAll({ type: 'active' })),
  )
  if (at === 0 || hasUnsaved('history')) return pendingText(queries)
  return `מוצג המצב מ־${formatDate(new Date(at))}, ${formatTime(new Date(at))}.`
}

function oldestOf(queries: readonly Query[]): number {
  const times = queries.map(({ state }) => state.dataUpdatedAt).filter((at) => at > 0)
  return times.length > 0 ? Math.min(...times) : 0
}

function failedByNetwork({ state }: Query): boolean {
  return state.error !== null && refusalCode(state.error) === 'network'
}

function pendingText(queries: QueryClient): string {
  if (hasUnsaved('history')) return 'מה שכתבתם נשאר כאן ומחכה לשמירה.'
  const isLoading = queries.getQueryCache().findAll({ predicate: failedByNetwork }).length > 0
  return isLoading ? 'מה שלא נטען ייטען מעצמו כשהיא תחזור.' : 'מה שמוצג כאן הוא מה שנטען לפני כן.'
}
