import { SearchField } from '#ui/lists/search-field.tsx'
import { kindLabels, type TimelineKind, timelineKinds } from './activities.ts'
import type { TimelineQuery } from './activities.data.ts'

type Props = { query: TimelineQuery; onNarrow: (query: TimelineQuery) => void }

export const TimelineFilter = ({ query: { kind, words }, onNarrow }: Props) => (
  <div className="tl-filter">
    <SearchField
      label="חיפוש בציר הזמן"
      placeholder="חיפוש בציר הזמן"
      value={words ?? ''}
      onChange={(typed) => onNarrow({ kind, words: typed || undefined })}
    />
    <select
      className="select"
      aria-label="סוג השורות"
      value={kind ?? ''}
      onChange={(event) => onNarrow({ kind: (event.target.value || undefined) as TimelineKind | undefined, words })}
    >
      <option value="">הכול</option>
      {timelineKinds.map((one) => (
        <option key={one} value={one}>
          {kindLabels[one]}
        </option>
      ))}
    </select>
  </div>
)
