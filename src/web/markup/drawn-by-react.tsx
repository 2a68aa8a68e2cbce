// What only React can draw.
import { isValidElement, type ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'

/** Components of the app on a page of the site, where they stand still. `name`: in what the ids begin that React gives, one for each place. */
export const DrawnByReact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div dangerouslySetInnerHTML={{ __html: renderToStaticMarkup(children, { identifierPrefix: name }) }} />
)

/** With the marks that React needs to take over in the browser. */
export const drawToWake = (children: ReactNode) => renderToString(children)

const looksKept = 100
const drawn = new Map<unknown, Map<string, string>>()

/** A component that is no plain function, such as an icon of the library; drawn once for each look that plain values give it. */
export function drawByReact(node: ReactNode): string {
  if (!isValidElement<Record<string, unknown>>(node))
    throw new Error('Only elements, words and lists of them can be drawn')
  const { type, props } = node
  if (Object.values(props).some((value) => typeof value === 'object' || typeof value === 'function'))
    return renderToStaticMarkup(node)
  const look = JSON.stringify(props)
  let looks = drawn.get(type)
  if (!looks || looks.size >= looksKept) drawn.set(type, (looks = new Map()))
  let html = looks.get(look)
  if (html === undefined) looks.set(look, (html = renderToStaticMarkup(node)))
  return html
}
