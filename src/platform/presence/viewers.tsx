import './viewers.css'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { useViewers } from './presence.data.ts'
import { describeViewers } from './presence.ts'

const SHOWN = 3

type Props = {
  /** An entity and its id: `contact:…`. */
  room: string
  /** The entity's name, in Hebrew and without an article. */
  what?: string
  /** Names by user id; a former team member is missing and not shown. */
  nameOf: (id: string) => string | undefined
}

/** The other viewers of this record, in a polite live region. */
export function Viewers({ room, what = 'רשומה', nameOf }: Props) {
  const names = useViewers(room).flatMap((id) => nameOf(id) ?? [])
  return (
    <output className="viewers" hidden={names.length === 0}>
      {names.slice(0, SHOWN).map((name) => (
        <Avatar key={name} name={name} size="sm" />
      ))}
      <span>{describeViewers(names, what)}</span>
    </output>
  )
}
