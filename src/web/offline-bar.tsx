import './offline-bar.css'
import { type Query, useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { refusalCode } from '#client/refusal.ts'
import { useNetwork } from '#client/session-context.tsx'
import { Button } from '#ui/button.tsx'
import { hasUnsaved } from '#ui/forms/unsaved.ts'
import { Icon } from '#ui/pictures/icon.tsx'

/** Shown while the server is unreachable: what waits, and a retry. Afterwards, requests that failed by network are sent again. */
export function OfflineBar() {
  const network = useNetwork()
  const state = useSyncExternalStore(network.subscribe, network.read)
  const queries = useQueryClient()
  const isDown = state !== 'reachable'
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
          <span className="offline__text">{`אין תקשורת עם השרת. ${whatWaits(queries.getQueryCache().findAll({ predicate: failedByNetwork }).length > 0)}`}</span>
          <Button size="sm" busy={state === 'checking'} onClick={() => void network.retry()}>
            {state === 'checking' ? 'מנסים להתחבר' : 'ניסיון חוזר'}
          </Button>
        </span>
      )}
      {isBack && <span className="vh">התקשורת עם השרת חזרה</span>}
    </output>
  )
}

function failedByNetwork({ state }: Query): boolean {
  return state.error !== null && refusalCode(state.error) === 'network'
}

function whatWaits(isLoading: boolean): string {
  if (hasUnsaved('history')) return 'מה שכתבתם נשאר כאן ומחכה לשמירה.'
  return isLoading ? 'מה שלא נטען ייטען מעצמו כשהיא תחזור.' : 'מה שמוצג כאן הוא מה שנטען לפני כן.'
}
