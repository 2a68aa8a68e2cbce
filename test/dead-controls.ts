// Links without a target, and buttons without a form, target or listener, in the HTML of a public page.
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

type Element = { tag: string; source: string; attributes: Map<string, string> }

/** The opening tags of dead controls. A button needs a form to submit, an existing popover or dialog, an island, or a script that names it. */
export function deadControls(html: string): string[] {
  const open: Element[] = []
  const ids = new Map<string, Element>()
  const controls: { control: Element; within: readonly Element[] }[] = []
  for (const [source, closing, tag = '', attributes = '', alone] of html.matchAll(tags)) {
    if (closing) {
      const at = open.findLastIndex((element) => element.tag === tag)
      if (at >= 0) open.length = at
      continue
    }
    const element = { tag, source, attributes: attributesOf(attributes) }
    const id = element.attributes.get('id')
    if (id) ids.set(id, element)
    if (tag === 'a' || tag === 'button') controls.push({ control: element, within: [...open] })
    if (!alone && !voids.has(tag)) open.push(element)
  }
  return controls.flatMap(({ control, within }) => (isAlive(control, within, ids) ? [] : [control.source]))
}

function isAlive({ tag, attributes }: Element, within: readonly Element[], ids: ReadonlyMap<string, Element>): boolean {
  if (tag === 'a') return !/^#?$/.test(attributes.get('href') ?? '')
  const form = attributes.get('form')
  const submits = form === undefined ? within.some((element) => element.tag === 'form') : ids.get(form)?.tag === 'form'
  if (attributes.get('type') !== 'button' && submits) return true
  const target = attributes.get('popovertarget') ?? attributes.get('commandfor')
  if (target !== undefined) return ids.has(target)
  return within.some((element) => isIsland(element)) || isScripted(attributes)
}

/** Whether the button is in an island, whose handlers React attaches. */
const isIsland = ({ attributes }: Element) => islands.has(attributes.get('data-island') ?? '')

/** A script with listeners selects the button by its id, or by a data attribute and its value. */
const isScripted = (attributes: ReadonlyMap<string, string>) =>
  [...attributes].some(([name, value]) =>
    scripts.some((text) => {
      if (name === 'id') return text.includes(`getElementById('${value}')`) || selects(text, `#${value}`)
      if (!name.startsWith('data-') || !selects(text, `[${name}`)) return false
      return value === '' || new RegExp(`["'\`]${value}["'\`]`).test(text)
    }),
  )

const selects = (text: string, selector: string) =>
  [...text.matchAll(/querySelector(?:All)?(?:<[^(]*>)?\(([^;]*?)\)/g)].some(([, selectors = '']) =>
    new RegExp(`${selector.replace(/[[#]/g, '\\$&')}(?![\\w-])`).test(selectors),
  )

const tags = /<(\/?)([a-z][\w-]*)((?:\s+[^\s"'<>/=]+(?:="[^"]*")?)*)\s*(\/?)>/gi
const voids = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

const attributesOf = (source: string) =>
  new Map(
    [...source.matchAll(/([^\s"'<>/=]+)(?:="([^"]*)")?/g)].map(([, name, value]) => [name!.toLowerCase(), value ?? '']),
  )

/** The code that a public page loads: the site's script with all its imports. */
function readScripts(): string[] {
  const found = new Map<string, string>()
  const read = (file: string) => {
    if (found.has(file)) return
    const text = readFileSync(file, 'utf8')
    found.set(file, text)
    for (const [, source = ''] of text.matchAll(/^(?!import type).*?(?:\bfrom|\bimport\() ?'([#.][^']+\.tsx?)'/gm))
      read(source.startsWith('#') ? join(sources, source.slice(1)) : join(dirname(file), source))
  }
  read(join(sources, 'web/site.ts'))
  return [...found.values()]
}

const sources = join(import.meta.dirname, '../src')
const scripts = readScripts().filter((text) => /addEventListener\(|\.onclick = /.test(text))
const islands = new Set(globSync('**/*.island.tsx', { cwd: sources }).map((file) => basename(file, '.island.tsx')))
