// What the editor can write: the blocks of a post and nothing else, so that what is written is what is kept.
import { Extension, mergeAttributes, Node } from '@tiptap/core'
import { ReactNodeViewRenderer } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { safeHref } from '#features/blog/post-body.ts'
import { StoredImage } from '#features/images/images.ts'
import { ActionView } from './action-view.tsx'
import { FigureView } from './figure-view.tsx'

/** Blocks follow the page from right to left; one that is written in another language says so. */
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

/** A block that is one thing: it keeps what it is in one attribute when it is copied. */
const whole = (name: string, attributes: Record<string, unknown>, view: Parameters<typeof ReactNodeViewRenderer>[0]) =>
  Node.create({
    name,
    group: 'block',
    atom: true,
    draggable: true,
    addAttributes: () =>
      Object.fromEntries(
        Object.entries(attributes).map(([key, initial]) => [key, { default: initial, rendered: false }]),
      ),
    parseHTML: () => [{ tag: `div[data-block="${name}"]`, getAttrs: (element) => readAttributes(element) }],
    renderHTML: ({ node }) => ['div', { 'data-block': name, 'data-is': JSON.stringify(node.attrs) }],
    addNodeView: () => ReactNodeViewRenderer(view),
  })

/** Copied text may come from anywhere: what is no picture of ours is not taken over. */
function readAttributes(element: HTMLElement) {
  try {
    const given = JSON.parse(element.dataset['is'] ?? '') as Record<string, unknown>
    if ('picture' in given && !StoredImage.safeParse(given['picture']).success) return false
    return given
  } catch {
    return false
  }
}

const Figure = whole('figure', { picture: null, alt: '', caption: '' }, FigureView)
const Action = whole('action', { words: '', href: '' }, ActionView)

export const extensions = [
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
  Action,
]
