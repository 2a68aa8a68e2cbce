import { useSearchParams } from 'react-router'
import { useFiles } from '#features/files/files.data.ts'
import { Count } from '#ui/badge.tsx'
import { LinkTabs } from '#ui/lists/link-tabs.tsx'

const tabs = { story: 'ציר זמן', files: 'קבצים', consents: 'הסכמות' } as const
type Tab = keyof typeof tabs

/** Which side of the middle is open; anything unknown is the story. */
export const tabOf = (search: URLSearchParams): Tab => {
  const asked = search.get('tab') ?? ''
  return asked in tabs ? (asked as Tab) : 'story'
}

/** What stands in the middle. The address says which, so that a line of the story can lead to a file. */
export function RecordTabs({ contactId }: { contactId: string }) {
  const [search] = useSearchParams()
  const { data: files } = useFiles({ contactId })
  const open = tabOf(search)
  return (
    <LinkTabs
      label="על איש הקשר"
      replace
      tabs={(Object.keys(tabs) as Tab[]).map((tab) => ({
        to: tab === 'story' ? '.' : `?tab=${tab}`,
        text: tabs[tab],
        isOpen: tab === open,
        end: tab === 'files' && files && files.length > 0 && <Count>{files.length}</Count>,
      }))}
    />
  )
}
