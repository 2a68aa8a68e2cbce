import { CircleCheck } from 'lucide-react'
import { createElement as h, Fragment, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attributesInOrder } from '../../../test/attributes-in-order.ts'
import { drawMarkup } from './draw-markup.ts'

const asReactDoes = (node: ReactNode) =>
  expect(attributesInOrder(drawMarkup(node))).toBe(attributesInOrder(renderToStaticMarkup(node)))

const options = [
  h('option', { key: 1, value: '1' }, 'א'),
  h('option', { key: 2, value: 2 }, 'ב'),
  h('option', { key: 3 }, 3),
]
const Greeting = ({ name, children }: { name: string; children?: ReactNode }) =>
  h(Fragment, {}, 'שלום ', name, children)

const drawn: [what: string, node: ReactNode][] = [
  ['words with every sign that could be markup', `a < b && c > "d" 'e'`],
  ['numbers, and what is not there', [0, 12n, null, undefined, false, true, '']],
  ['lists in lists, and other iterables', [[h('b', { key: 1 }, 'א'), ['ב']], new Set(['ג'])]],
  ['components, fragments and their children', h(Greeting, { name: 'נועה' }, 1)],
  ['an element without an end', h('br')],
  ['markup that is already made', h('div', { dangerouslySetInnerHTML: { __html: '<svg></svg>' } })],
  ['flags', h('button', { disabled: true, autoFocus: true, hidden: false, type: 'submit' })],
  ['a flag that may have a value', [true, false, 'b.pdf'].map((download) => h('a', { key: `${download}`, download }))],
  ['a boolean in letters', h('div', { 'aria-hidden': true, 'data-open': false, contentEditable: false })],
  ['names that HTML writes otherwise', h('label', { className: 'a', htmlFor: 'b', tabIndex: -1 })],
  ['numbers that count nothing', h('textarea', { rows: 0, cols: 5 })],
  ['an order that begins elsewhere', h('ol', { start: 0 })],
  ['handlers, keys and refs', h('p', { key: 'k', ref: () => {}, onClick: () => {} })],
  ['names of SVG', h('path', { strokeWidth: 2, strokeLinecap: 'round', fillRule: 'evenodd', xlinkHref: '#a' })],
  [
    'a style',
    h('i', { style: { paddingInlineStart: 4, lineHeight: 1.5, '--gap': 2, color: '', margin: 0 } as object }),
  ],
  ['a style that says nothing', h('i', { style: {} })],
  ['a field as it stands at first', h('input', { type: 'text', defaultValue: 'א&ב', name: 'a' })],
  ['a box that is ticked', h('input', { type: 'checkbox', defaultChecked: true, value: 'x' })],
  ['several lines, the first of them empty', h('textarea', { name: 'a', defaultValue: '\n<ש>' })],
  ['what is chosen of a list', h('select', { defaultValue: '2' }, h('optgroup', { label: 'ק' }, options))],
  ['several chosen of a list', h('select', { multiple: true, defaultValue: ['1', '3'] }, options)],
  ['a picture of the library', h(CircleCheck, { className: 'i', strokeWidth: 1.75, 'aria-hidden': true })],
  ['a table', h('table', {}, h('tbody', {}, h('tr', {}, h('td', { colSpan: 2, rowSpan: 3 }, 'א'))))],
]

test.each(drawn)('draws as React does: %s', (_, node) => asReactDoes(node))

const Words = fc.string({ unit: fc.constantFrom('א', 'ב', ' ', '<', '>', '&', '"', "'", 'a', '\n', '/') })
const Value = fc.oneof(Words, fc.integer(), fc.boolean(), fc.constant(null))
const Props = fc.record(
  {
    className: Words,
    id: Words,
    title: Words,
    lang: Words,
    'data-x': Value,
    'aria-label': Value,
    hidden: fc.boolean(),
    tabIndex: fc.integer(),
    role: Words,
  },
  { requiredKeys: [] },
)
const { tree } = fc.letrec<{ tree: ReactNode; element: ReactNode }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    Words,
    fc.integer(),
    tie('element'),
    fc.array(tie('tree'), { maxLength: 4 }).map((list) => h(Fragment, {}, ...list)),
  ),
  element: fc
    .tuple(fc.constantFrom('p', 'div', 'a', 'span', 'li', 'section'), Props, fc.array(tie('tree'), { maxLength: 4 }))
    .map(([tag, props, children]) => h(tag, props, ...children)),
}))

test('whatever is put together of elements, lists and words is drawn as React does', () => {
  fc.assert(
    fc.property(tree, (node) => {
      asReactDoes(node)
    }),
    { numRuns: 500 },
  )
})

test('an address that would run is left out', () => {
  for (const href of ['javascript:alert(1)', ' \u0001JaVa\tScRiPt\n:alert(1)'])
    expect(drawMarkup(h('a', { href }, 'א'))).toBe('<a>א</a>')
  expect(drawMarkup(h('a', { href: '/javascript:' }, 'א'))).toBe('<a href="/javascript:">א</a>')
})

test('a name that is no name of an attribute is left out', () => {
  expect(drawMarkup(h('p', { 'a"><script>': 'x', ok: 'y' }))).toBe('<p ok="y"></p>')
})

test('what is no part of a page is refused', () => {
  expect(() => drawMarkup({ some: 'object' } as unknown as ReactNode)).toThrow('can be drawn')
})
