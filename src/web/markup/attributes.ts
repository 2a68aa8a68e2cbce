// Props as React names them, as the attributes that React would write of them.
import { memoize } from '#lib/memoize.ts'
import { escapeMarkup } from './escape.ts'

type Write = (value: unknown) => string

/** What is said of an element to React alone, or is no attribute of its own. */
const unwritten = words(`
  children dangerouslySetInnerHTML defaultChecked defaultValue innerHTML key ref
  suppressContentEditableWarning suppressHydrationWarning`)
/** There or not there. */
const flags = words(`
  allowFullScreen async autoFocus autoPlay checked controls default defer disabled formNoValidate hidden inert itemScope loop
  multiple muted noModule noValidate open playsInline readOnly required reversed selected`)
/** There, or with a value. */
const flagsWithValue = words('capture download')
/** A boolean is said in letters. */
const spelledOut = words('contentEditable draggable focusable spellCheck value')
const positive = words('cols rows size span')
const numbers = words('rowSpan start')
const addresses = words('action formAction href src xlinkHref')
const renamed = new Map([
  ['autoFocus', 'autofocus'],
  ['className', 'class'],
  ['htmlFor', 'for'],
  ['tabIndex', 'tabindex'],
  ['acceptCharset', 'accept-charset'],
  ['crossOrigin', 'crossorigin'],
  ['httpEquiv', 'http-equiv'],
  ['xlinkHref', 'xlink:href'],
])
/** Of SVG, written with hyphens. */
const hyphened = words(`
  alignmentBaseline baselineShift clipPath clipRule colorInterpolationFilters dominantBaseline fillOpacity fillRule floodColor
  floodOpacity fontFamily fontSize fontStyle fontWeight letterSpacing lightingColor markerEnd markerMid markerStart maskType
  paintOrder pointerEvents shapeRendering stopColor stopOpacity strokeDasharray strokeDashoffset strokeLinecap strokeLinejoin
  strokeMiterlimit strokeOpacity strokeWidth textAnchor textDecoration textRendering transformOrigin vectorEffect wordSpacing
  writingMode`)
/** Numbers in a style that are no lengths, among those that we write. */
const unitless = words(
  'aspectRatio columnCount fillOpacity flex flexGrow flexShrink fontWeight lineHeight opacity order scale strokeOpacity zIndex zoom',
)

/** One attribute with a space before it; nothing where React would write nothing. */
export const attribute = (name: string, value: unknown): string =>
  value === null || value === undefined ? '' : writerOf(name)(value)

const writerOf = memoize((name: string): Write => {
  // Handlers live in the browser; and a name with a sign in it would be markup of its own.
  if (unwritten.has(name) || /^on/i.test(name) || !/^[\w:.-]+$/.test(name)) return () => ''
  if (name === 'style') return style
  const written = renamed.get(name) ?? (hyphened.has(name) ? hyphen(name) : name)
  const start = ` ${written}="`
  const there = `${start}"`
  const words: Write = (value) => (isSaid(value) ? start + (escapeMarkup(String(value)) + '"') : '')
  if (flags.has(name)) return (value) => (value && isWritable(value) ? there : '')
  if (flagsWithValue.has(name)) return (value) => (value === true ? there : words(value))
  if (positive.has(name)) return (value) => (Number(value) >= 1 ? words(value) : '')
  if (numbers.has(name)) return (value) => (Number.isNaN(Number(value)) ? '' : words(value))
  if (addresses.has(name)) return address(start)
  if (spelledOut.has(name) || /^(aria|data)-/.test(name))
    return (value) => (isWritable(value) ? `${start}${escapeMarkup(String(value))}"` : '')
  return words
})

const isWritable = (value: unknown) => typeof value !== 'function' && typeof value !== 'symbol'
const isSaid = (value: unknown) => isWritable(value) && typeof value !== 'boolean'

/** What would run is no address: it is left out. */
const address =
  (start: string): Write =>
  (value) => {
    const text = isSaid(value) ? String(value) : undefined
    return text === undefined || runs.test(text) ? '' : start + (escapeMarkup(text) + '"')
  }
// oxlint-disable-next-line no-control-regex -- browsers skip these in front of and inside of a scheme
const runs =
  /^[\0-\x20]*j[\r\n\t]*a[\r\n\t]*v[\r\n\t]*a[\r\n\t]*s[\r\n\t]*c[\r\n\t]*r[\r\n\t]*i[\r\n\t]*p[\r\n\t]*t[\r\n\t]*:/i

function style(value: unknown): string {
  const said = Object.entries(value as Record<string, unknown>).filter(
    ([, one]) => one !== null && one !== undefined && one !== '' && typeof one !== 'boolean',
  )
  if (said.length === 0) return ''
  return ` style="${said.map(([name, one]) => `${name.startsWith('--') ? name : hyphen(name)}:${escapeMarkup(measure(name, one))}`).join(';')}"`
}

const measure = (name: string, value: unknown) =>
  typeof value === 'number' && value !== 0 && !name.startsWith('--') && !unitless.has(name)
    ? `${value}px`
    : String(value).trim()

const hyphen = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}
