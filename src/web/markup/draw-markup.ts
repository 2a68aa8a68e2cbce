// React elements as HTML that nobody wakes up: a fraction of what React takes for it, because nothing is kept for later.
import { type ComponentProps, Fragment, type ReactElement, type ReactNode } from 'react'
import { Island } from '#ui/island.tsx'
import { attribute } from './attributes.ts'
import { drawByReact, drawToWake } from './drawn-by-react.tsx'
import { escapeMarkup } from './escape.ts'
import { drawKept, Kept } from './kept.ts'

type Props = Record<string, unknown> & { children?: ReactNode; dangerouslySetInnerHTML?: { __html: string } }

/** Have no end and nothing inside. */
const empty = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

/**
 * The HTML of what components draw out of their props alone, in the order in which it is written (React would move a title or a
 * link to the front). What uses hooks stands inside of an `Island`, which React draws.
 */
export const drawMarkup = (node: ReactNode): string => draw(node, undefined)

/** `chosen`: what the list is set to in whose inside we are. */
function draw(node: ReactNode, chosen: unknown): string {
  if (typeof node === 'string') return escapeMarkup(node)
  if (node === null || node === undefined || typeof node === 'boolean') return ''
  if (typeof node === 'number' || typeof node === 'bigint') return String(node)
  if (Array.isArray(node)) return drawAll(node as readonly ReactNode[], chosen)
  const { type, props } = node as ReactElement<Props, ReactElement['type'] | typeof Fragment>
  if (typeof type === 'string') return drawElement(type, props, chosen)
  if (type === Kept) return drawKept(props as unknown as ComponentProps<typeof Kept>, drawMarkup)
  if (type === Island) return drawIsland(props as ComponentProps<typeof Island>)
  if (typeof type === 'function') return draw((type as (props: Props) => ReactNode)(props), chosen)
  if (type === Fragment) return draw(props.children, chosen)
  if (Symbol.iterator in node) return drawAll([...node], chosen)
  return drawByReact(node)
}

/** An island is waked up by React, which has to find in it what it would have drawn itself. */
function drawIsland(island: ComponentProps<typeof Island>): string {
  const { type, props } = Island({ ...island, children: null }) as ReactElement<Props, string>
  return drawElement(type, { ...props, dangerouslySetInnerHTML: { __html: drawToWake(island.children) } }, undefined)
}

function drawAll(nodes: readonly ReactNode[], chosen: unknown): string {
  let html = ''
  for (const node of nodes) html += draw(node, chosen)
  return html
}

function drawElement(tag: string, props: Props, chosen: unknown): string {
  const start = '<' + tag + drawAttributes(tag, props, chosen)
  if (empty.has(tag)) return start + '/>'
  // Short words first: each longer sum is a knot that has to be undone in the end.
  return start + '>' + drawInside(tag, props, chosen) + ('</' + tag + '>')
}

function drawAttributes(tag: string, props: Props, chosen: unknown): string {
  const state = states.get(tag)
  let html = ''
  for (const name in props) if (name !== 'children' && !state?.has(name)) html += attribute(name, props[name])
  if (tag === 'input')
    return html + attribute('checked', stateOf(props, 'Checked')) + attribute('value', stateOf(props, 'Value'))
  return tag === 'option' ? html + attribute('selected', isChosen(props, chosen)) : html
}

function drawInside(tag: string, props: Props, chosen: unknown): string {
  if (props.dangerouslySetInnerHTML) return props.dangerouslySetInnerHTML.__html
  if (tag === 'select') return draw(props.children, stateOf(props, 'Value'))
  // The first line feed of a text area is skipped by browsers.
  if (tag === 'textarea') return escapeMarkup(words(stateOf(props, 'Value') ?? '').replace(/^\n/, '\n\n'))
  return draw(props.children, chosen)
}

/** What React says of an element by other names, or of what is inside of it. */
const states = new Map([
  ['input', new Set(['checked', 'value'])],
  ['select', new Set(['value'])],
  ['textarea', new Set(['value'])],
  ['option', new Set(['selected'])],
])

/** Where a field stands at first. */
const stateOf = (props: Props, state: 'Value' | 'Checked') => props[state.toLowerCase()] ?? props[`default${state}`]

function isChosen({ value, selected, children }: Props, chosen: unknown): unknown {
  if (chosen === null || chosen === undefined) return selected
  const own = words(value ?? children)
  return Array.isArray(chosen) ? chosen.some((one) => words(one) === own) : words(chosen) === own
}

const words = (value: unknown): string =>
  Array.isArray(value) ? value.map(words).join('') : `${value as string | number}`
