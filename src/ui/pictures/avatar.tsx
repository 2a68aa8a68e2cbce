import './avatar.css'
import { useState } from 'react'
import { memoize } from '#lib/memoize.ts'

const HUES = 6

/** The first letters of the first two words. */
export const initials = memoize((name: string): string => {
  const words = name.match(/[\p{L}\p{N}][^\s]*/gu) ?? []
  return words
    .slice(0, 2)
    .map((word) => word.match(/^./u)?.[0])
    .join('')
})

/** A hue derived from the name, always the same. */
export function hueOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)!) % 9973
  return sum % HUES
}

type Shown = { name: string; size?: 'sm' | 'lg' }

/** A person as a coloured disc with initials, or their photo. Decorative: the name is in the text beside it. */
export const Avatar = ({ src, ...shown }: Shown & { src?: string | null | undefined }) =>
  src ? <Photo {...shown} src={src} /> : <Disc {...shown} />

/** Falls back to the initials when the photo does not load, where React runs in the browser. */
function Photo({ src, ...shown }: Shown & { src: string }) {
  const [lost, setLost] = useState<string>()
  if (src === lost) return <Disc {...shown} />
  return <img className={classesOf(shown)} src={src} alt="" onError={() => setLost(src)} />
}

const Disc = (shown: Shown) => (
  <span className={classesOf(shown)} aria-hidden="true">
    {initials(shown.name)}
  </span>
)

const classesOf = ({ name, size }: Shown) =>
  ['avatar', size && `avatar--${size}`, `avatar--${hueOf(name)}`].filter(Boolean).join(' ')
