import './avatar.css'
import { useState } from 'react'
import { memoize } from '#lib/memoize.ts'

const HUES = 6

const title = /^(ד["״]ר|פרופ['׳]?|עו["״]ד|רו["״]ח|גב['׳])$/
/** "and" before an abbreviated name, as in נ׳ וא׳. A longer word may be a last name that begins with ו. */
const joined = /^ו(?=\p{L}['׳]$)/u

/** The first letters of the first and the last name. */
export const initials = memoize((name: string): string => {
  const parts = (name.replace(/\([^)]*\)/g, ' ').match(/[\p{L}\p{N}][^\s]*/gu) ?? [])
    .filter((word) => !title.test(word))
    .map((word) => word.replace(joined, ''))
  return [parts[0], parts.length > 1 && parts.at(-1)]
    .map((word) => word && word.match(/^./u)?.[0])
    .filter(Boolean)
    .join('')
})

/** A hue derived from the name, always the same. */
export function hueOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)!) % 9973
  return sum % HUES
}

type AvatarProps = { name: string; size?: 'sm' | 'lg' }

/** An avatar: a photo, or a coloured disc with initials. Decorative: the name is in the text beside it. */
export const Avatar = ({ src, ...shown }: AvatarProps & { src?: string | null | undefined }) =>
  src ? <Photo {...shown} src={src} /> : <Disc {...shown} />

/** Falls back to the initials when the photo fails to load; only where React runs in the browser. */
function Photo({ src, ...shown }: AvatarProps & { src: string }) {
  const [lost, setLost] = useState<string>()
  if (src === lost) return <Disc {...shown} />
  return <img className={classesOf(shown)} src={src} alt="" onError={() => setLost(src)} />
}

const Disc = (shown: AvatarProps) => (
  <span className={classesOf(shown)} aria-hidden="true">
    {initials(shown.name)}
  </span>
)

const classesOf = ({ name, size }: AvatarProps) =>
  ['avatar', size && `avatar--${size}`, `avatar--${hueOf(name)}`].filter(Boolean).join(' ')
