import { proseOf } from '#platform/pages/prose.ts'
import type { SiteFacts } from '../../pages.ts'
import { resolveLink } from './resolve-link.ts'

/** Rich text: paragraphs with bold and links. A link without a published target becomes plain text. */
export function Prose({ text, facts }: { text: string; facts: SiteFacts }) {
  return proseOf(text).map((spans, i) => (
    <p key={i}>
      {spans.map(({ text: words, strong, href }, at) => {
        const to = href && resolveLink({ words, href }, facts)
        if (to)
          return (
            <a key={at} href={to}>
              {words}
            </a>
          )
        return strong ? <strong key={at}>{words}</strong> : words
      })}
    </p>
  ))
}
