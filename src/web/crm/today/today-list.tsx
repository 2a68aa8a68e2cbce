import { type ReactNode, useState } from 'react'
import { Count } from '#ui/badge.tsx'
import { Loading } from '#ui/spinner.tsx'
import { FailedToLoad } from '../failed-to-load.tsx'

type Props<Item> = {
  title: string
  of: { data: readonly Item[] | undefined; error: unknown; isPending: boolean; refetch: () => unknown }
  empty: string
  action?: ReactNode
  children: (shown: readonly Item[]) => ReactNode
}

const SHOWN = 8

/** One list of the day: its first lines, and the rest when asked for. Waits, failures and emptiness say so in its place. */
export function TodayList<Item>({ title, of, empty, action, children }: Props<Item>) {
  const [isWhole, setWhole] = useState(false)
  const items = of.data ?? []
  const more = items.length - SHOWN
  return (
    <section className="today-list" aria-label={title}>
      <header className="today-list__head">
        <h2>{title}</h2>
        {items.length > 0 && <Count>{items.length}</Count>}
        {action}
      </header>
      {of.error && !of.data ? (
        <FailedToLoad error={of.error} onRetry={() => void of.refetch()} />
      ) : (
        <>
          {of.isPending && <Loading />}
          {of.data?.length === 0 && <p className="today-list__empty">{empty}</p>}
          {items.length > 0 && <ul>{children(isWhole ? items : items.slice(0, SHOWN))}</ul>}
          {more > 0 && (
            <button
              type="button"
              className="today-list__more"
              aria-expanded={isWhole}
              onClick={() => setWhole(!isWhole)}
            >
              {isWhole ? 'רק הראשונות' : `ועוד ${more}`}
              <span className="vh"> ברשימה {title}</span>
            </button>
          )}
        </>
      )}
    </section>
  )
}
