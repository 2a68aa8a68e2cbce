import '../site/site-shell.css'
import { Link, useSearchParams } from 'react-router'
import { useFiles } from '#features/files/files.data.ts'
import { Count } from '#ui/badge.tsx'

const tabs = { story: 'ציר זמן', files: 'קבצים', consents: 'הסכמות' } as const
type Tab = keyof typeof tabs

/** Which side of the middle is open; anything unknown is the story. */
export const tabOf = (search: URLSearchParams): Tab => {
  const asked = search.get('tab') ?? ''
  return asked in tabs ? (asked as Tab) : 'story'
}

/** What stands in the middle. The address says which, so that a line of the story can lead to a file. */
export function StoryTabs({ contactId }: { contactId: string }) {
  const [search] = useSearchParams()
  const { data: files } = useFiles({ contactId })
  const open = tabOf(search)
  return (
    <nav className="site-tabs story-tabs" aria-label="על איש הקשר">
      {(Object.keys(tabs) as Tab[]).map((tab) => (
        <Link
          key={tab}
          to={tab === 'story' ? '.' : `?tab=${tab}`}
          replace
          {...(tab === open && { 'aria-current': 'page' as const })}
        >
          {tabs[tab]}
          {tab === 'files' && files && files.length > 0 && <Count>{files.length}</Count>}
        </Link>
      ))}
    </nav>
  )
}
