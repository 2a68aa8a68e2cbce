// Editor extensions for exactly the blocks of a post, so that the editor and the stored schema agree.
import { Extension, mergeAttributes, Node } from '@tiptap/core'
import { ReactNodeViewRenderer } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { safeHref, sanitizeBody } from '#features/blog/post-body.ts'
import { ActionView } from './action-view.tsx'
import { ChartView } from './chart-view.tsx'
import { DrawingView } from './drawing-view.tsx'
import { FigureView } from './figure-view.tsx'

/** Blocks inherit right-to-left; a block in another language has its own direction. */
const Direction = Extension.create({
  name: 'direction',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading'],
      attributes: {
        dir: {
          default: null,
          parseHTML: (element: HTMLElement) => (element.getAttribute('dir') === 'ltr' ? 'ltr' : null),
        },
      },
    },
  ],
})

const Takeaway = Node.create({
  name: 'takeaway',
  group: 'block',
  content: '(paragraph | heading | bulletList | orderedList)+',
  defining: true,
  parseHTML: () => [{ tag: 'aside.takeaway' }],
  renderHTML: ({ HTMLAttributes }) => ['aside', mergeAttributes(HTMLAttributes, { class: 'takeaway' }), 0],
})

/** An atomic node, serialized into one attribute for copy and paste. */
const blockNode = (
  name: string,
  attributes: Record<string, unknown>,
  view: Parameters<typeof ReactNodeViewRenderer>[0],
) =>
  Node.create({
    name,
    group: 'block',
    atom: true,
    draggable: true,
    addAttributes: () =>
      Object.fromEntries(
        Object.entries(attributes).map(([key, initial]) => [key, { default: initial, rendered: false }]),
      ),
    parseHTML: () => [{ tag: `div[data-block="${name}"]`, getAttrs: (element) => readAttributes(name, element) }],
    renderHTML: ({ node }) => ['div', { 'data-block': name, 'data-is': JSON.stringify(node.attrs) }],
    addNodeView: () => ReactNodeViewRenderer(view),
  })

/** Pasted HTML is untrusted: a block with invalid attributes is removed. An incomplete button is valid in the editor. */
function readAttributes(name: string, element: HTMLElement) {
  try {
    const attrs = Object(JSON.parse(element.dataset['is'] ?? '')) as Record<string, unknown>
    const { words, href } = attrs
    if (name === 'action') return typeof words === 'string' && typeof href === 'string' ? { words, href } : false
    const [block] = sanitizeBody({ content: [{ type: name, attrs }] }).content
    return (block && 'attrs' in block && block.attrs) || false
  } catch {
    return false
  }
}

const Figure = blockNode('figure', { picture: null, alt: '', caption: '' }, FigureView)
const DrawingNode = blockNode('drawing', { art: 'jars', caption: '' }, DrawingView)
const Chart = blockNode('chart', { title: '', unit: '₪', lines: '' }, ChartView)
const Action = blockNode('action', { words: '', href: '' }, ActionView)

export const editorExtensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    code: false,
    codeBlock: false,
    strike: false,
    underline: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (address) => safeHref(address) !== undefined,
      HTMLAttributes: { target: null, rel: null },
    },
  }),
  Direction,
  Takeaway,
  Figure,
  DrawingNode,
  Chart,
  Action,
]
