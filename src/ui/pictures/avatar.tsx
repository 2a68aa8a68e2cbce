import './avatar.css'
import { useState } from 'react'

const HUES = 6

/** First letters of the first two words, as a person would write them on a note. */
export function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}][^\s]*/gu) ?? []
  return words
    .slice(0, 2)
    .map((word) => word.match(/^./u)?.[0])
    .join('')
}

/** The same name always gets the same colour. */
export function hueOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)!) % 9973
  return sum % HUES
}

/** A person as a coloured disc, or as their photo where there is one to be had. Silent: the name stands in text beside it. */
export function Avatar({ name, size, src }: { name: string; size?: 'sm' | 'lg'; src?: string | null | undefined }) {
  const [lost, setLost] = useState<string>()
  const classes = ['avatar', size && `avatar--${size}`, `avatar--${hueOf(name)}`].filter(Boolean).join(' ')
  if (src && src !== lost) return <img className={classes} src={src} alt="" onError={() => setLost(src)} />
  return (
    <span className={classes} aria-hidden="true">
      {initials(name)}
    </span>
  )
}
