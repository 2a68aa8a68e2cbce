import './viewers.css'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { useViewers } from './presence.data.ts'
import { viewersInWords } from './presence.ts'

const SHOWN = 3

type Props = {
  /** A thing and its id: `contact:…`. */
  room: string
  /** What is looked at, in Hebrew and without an article. */
  what?: string
  /** Names come from the caller: whoever has left the team has none and is not shown. */
  nameOf: (id: string) => string | undefined
}

/** Who else looks at the same thing now: quiet, and said once to a screen reader when it changes. */
export function Viewers({ room, what = 'רשומה', nameOf }: Props) {
  const names = useViewers(room).flatMap((id) => nameOf(id) ?? [])
  return (
    <output className="viewers" hidden={names.length === 0}>
      {names.slice(0, SHOWN).map((name) => (
        <Avatar key={name} name={name} size="sm" />
      ))}
      <span>{viewersInWords(names, what)}</span>
    </output>
  )
}
