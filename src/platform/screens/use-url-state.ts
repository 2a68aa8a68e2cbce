// Filters of a list are URL state. The router re-renders the screen before the URL changes, so inputs read this
// optimistic copy instead.
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'

/** Debounce of typed input, in milliseconds. */
const DEBOUNCE_MS = 180

type Navigate = (search: string, options: { replace: boolean }) => void
type ChangeOptions = {
  /** Debounced, for typed input. */
  isTyped?: boolean
  /** Replaces the history entry instead of pushing one. */
  replace?: boolean
}

/**
 * The query string as the fields show it, ahead of the router. `connect` sets the navigation callback; `arrive` reports the router's
 * current value. Before another navigation begins, `flush` sends typed text immediately and `discard` drops it: text sent during that
 * navigation would replace it.
 */
export function createUrlState(search: string) {
  let navigate: Navigate = () => {}
  let shown = search
  let arrived = search
  // Navigations that were requested and have not completed: when one arrives, it is not an external change.
  let pending: string[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let sendTyped: (() => void) | undefined
  const listeners = new Set<() => void>()
  function show(next: string) {
    shown = next
    for (const listener of listeners) listener()
  }
  function send(replace: boolean) {
    const next = withoutSpaces(shown)
    if (next === (pending.at(-1) ?? arrived)) return
    pending.push(next)
    navigate(next, { replace })
  }
  function discard() {
    clearTimeout(timer)
    sendTyped = undefined
  }
  function flush() {
    const due = sendTyped
    discard()
    due?.()
  }
  return {
    read: () => shown,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    change: (edit: (params: URLSearchParams) => void, { isTyped = false, replace = true }: ChangeOptions = {}) => {
      const params = new URLSearchParams(shown)
      edit(params)
      show(params.toString())
      discard()
      if (!isTyped) return send(replace)
      sendTyped = () => send(replace)
      timer = setTimeout(flush, DEBOUNCE_MS)
    },
    /** Overwrites the fields only for external navigations: a saved view, a link, the back button. */
    arrive: (next: string) => {
      if (next === arrived) return
      arrived = next
      const at = pending.lastIndexOf(next)
      pending = pending.slice(at + 1)
      if (at >= 0) return
      pending = []
      discard()
      show(next)
    },
    connect: (to: Navigate) => void (navigate = to),
    flush,
    discard,
  }
}

function withoutSpaces(search: string): string {
  const params = new URLSearchParams(search)
  const query = params.get('q')?.trim()
  if (query) params.set('q', query)
  else params.delete('q')
  return params.toString()
}

/** `search` is the router's query string, which queries use; `params` is the optimistic copy for inputs. `words` is the text of `q`. */
export function useUrlState() {
  const [address, setAddress] = useSearchParams()
  const search = address.toString()
  const [state] = useState(() => createUrlState(search))
  useEffect(() => state.connect((next, options) => setAddress(new URLSearchParams(next), options)), [state, setAddress])
  // Runs before the fields of a new URL accept input: a later reset would drop the first letters.
  useLayoutEffect(() => state.arrive(search), [state, search])
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a[href]')) state.flush()
    }
    document.addEventListener('click', onClick, true)
    window.addEventListener('popstate', state.discard)
    return () => {
      document.removeEventListener('click', onClick, true)
      window.removeEventListener('popstate', state.discard)
      state.discard()
    }
  }, [state])
  const params = new URLSearchParams(useSyncExternalStore(state.subscribe, state.read))
  return {
    search,
    params,
    change: state.change,
    words: params.get('q') ?? '',
    setWords: (query: string) => state.change((now) => now.set('q', query), { isTyped: true }),
  }
}
