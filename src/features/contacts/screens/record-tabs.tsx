import { useSearchParams } from 'react-router'
import { useFiles } from '#platform/files/files.data.ts'
import { Count } from '#ui/badge.tsx'
import { LinkTabs } from '#ui/lists/link-tabs.tsx'

const tabs = { story: 'ציר זמן', files: 'קבצים', messages: 'הודעות', consents: 'הסכמות' } as const
type Tab = keyof typeof tabs

/** The active tab of the middle column; unknown values select the timeline. */
export const tabOf = (search: URLSearchParams): Tab => {
  const tab = search.get('tab') ?? ''
  return tab in tabs ? (tab as Tab) : 'story'
}

/** Tabs of the middle column. The tab is URL state, so that a timeline entry can link to a file. */
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
