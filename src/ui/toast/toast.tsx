import './toast.css'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { lazyPart } from '../layers/lazy-part.ts'
import { createToastHistory, type PastToast } from './toast-history.ts'
import type * as corner from './toast-region.tsx'

const useRegion = lazyPart(() => import('./toast-region.tsx'))
const memory = createToastHistory()

type Kind = 'success' | 'error' | 'info'
type Extra = { title?: ReactNode; action?: { text: string; run: () => void }; id?: string }
type Region = typeof corner

/** Said before the place for it was there, in order. */
let waiting: ((region: Region) => void)[] = []
let region: Region | undefined
let said = 0

function withRegion(work: (region: Region) => void) {
  if (region) return work(region)
  waiting.push(work)
  useRegion.fetch()
}

function say(type: Kind, text: ReactNode, { title, action, id = `toast-${(said += 1)}` }: Extra = {}) {
  withRegion(({ manager, successMs }) =>
    manager.add({
      id,
      type,
      // The first line names the toast for a screen reader; without a title the words themselves do.
      title: title ?? text,
      description: title ? text : undefined,
      // An error waits for a person; anything else leaves by itself, but not under a pointer or a focus.
      timeout: type === 'error' ? 0 : successMs,
      onClose: () => memory.keep(id, [title, text].filter((part) => typeof part === 'string').join(': ')),
      actionProps: action && {
        children: action.text,
        onClick: () => {
          manager.close(id)
          action.run()
        },
      },
    }),
  )
  return id
}

/** Says something in the corner of the screen. The same `id` replaces the earlier words instead of queueing behind them. */
export const toast = {
  success: (text: ReactNode, extra?: Extra) => say('success', text, extra),
  error: (text: ReactNode, extra?: Extra) => say('error', text, extra),
  info: (text: ReactNode, extra?: Extra) => say('info', text, extra),
  close: (id: string) => withRegion(({ manager }) => manager.close(id)),
}

/** What was said and has gone since, the newest first. */
export const useToastHistory = (): readonly PastToast[] => useSyncExternalStore(memory.subscribe, memory.read)

/** The place where toasts appear: once, at the root, outside of every screen. */
export function Toaster() {
  const shown = useRegion(false)
  useEffect(() => {
    if (!shown) return
    region = shown
    for (const work of waiting) work(shown)
    waiting = []
  }, [shown])
  return shown && <shown.Region />
}
