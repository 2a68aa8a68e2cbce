import type { ReactElement } from 'react'
import { memoizeByFacts } from '../memoize-by-facts.ts'
import type { SiteFacts } from '../pages.ts'

type KeptProps = {
  facts: SiteFacts
  /** All that the part is made of besides the facts. */
  name: string
  children: () => ReactElement
}

/** A part that is the same on many pages: drawn once for as long as the facts hold. */
export const Kept = ({ children }: KeptProps) => children()

const parts = memoizeByFacts<string>()

/** What `Kept` holds, by whoever draws pages. */
export const drawKept = ({ facts, name, children }: KeptProps, draw: (part: ReactElement) => string): string =>
  // In one piece: what was added up stays a sum of small texts until somebody reads it.
  parts(facts, name, () => Buffer.from(draw(children())).toString())
