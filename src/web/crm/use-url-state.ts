// What narrows a list stands in its address, and the address comes late: the router draws the screen anew first. A hand that types or ticks
// does not wait for it.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'

/** A typing hand is left alone for so long. */
const REST_MS = 180

type Put = (search: string, options: { replace: boolean }) => void
type How = {
  /** Not before the hand rests: for what is typed. */
  isTyped?: boolean
  /** The way back leads past it. */
  replace?: boolean
}

/** The query string of a screen as its fields show it. Whoever is connected is told when it should become the address; `arrive` says what the address is. */
export function createUrlState(search: string) {
  let put: Put = () => {}
  let shown = search
  let arrived = search
  // Put, and not yet there: none of it came from elsewhere when it arrives.
  let onTheWay: string[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  function show(next: string) {
    shown = next
    for (const listener of listeners) listener()
  }
  function send(replace: boolean) {
    const next = withoutSpaces(shown)
    if (next === (onTheWay.at(-1) ?? arrived)) return
    onTheWay.push(next)
    put(next, { replace })
  }
  return {
    read: () => shown,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    change: (edit: (params: URLSearchParams) => void, { isTyped = false, replace = true }: How = {}) => {
      const params = new URLSearchParams(shown)
      edit(params)
      show(params.toString())
      clearTimeout(timer)
      if (isTyped) timer = setTimeout(() => send(replace), REST_MS)
      else send(replace)
    },
    /** Only what came from elsewhere (a view, a link, the way back) is written into the fields. */
    arrive: (next: string) => {
      if (next === arrived) return
      arrived = next
      const at = onTheWay.lastIndexOf(next)
      onTheWay = onTheWay.slice(at + 1)
      if (at >= 0) return
      onTheWay = []
      clearTimeout(timer)
      show(next)
    },
    connect: (to: Put) => void (put = to),
    close: () => clearTimeout(timer),
  }
}

function withoutSpaces(search: string): string {
  const params = new URLSearchParams(search)
  const words = params.get('q')?.trim()
  if (words) params.set('q', words)
  else params.delete('q')
  return params.toString()
}

/** `search` is the address, which lists are read by; `params` what its fields show, and `change` what they change. `words` is the search of `q`. */
export function useUrlState() {
  const [address, setAddress] = useSearchParams()
  const search = address.toString()
  const [ahead] = useState(() => createUrlState(search))
  useEffect(() => ahead.connect((next, options) => setAddress(new URLSearchParams(next), options)), [ahead, setAddress])
  useEffect(() => ahead.arrive(search), [ahead, search])
  useEffect(() => ahead.close, [ahead])
  const params = new URLSearchParams(useSyncExternalStore(ahead.subscribe, ahead.read))
  return {
    search,
    params,
    change: ahead.change,
    words: params.get('q') ?? '',
    setWords: (words: string) => ahead.change((now) => now.set('q', words), { isTyped: true }),
  }
}
