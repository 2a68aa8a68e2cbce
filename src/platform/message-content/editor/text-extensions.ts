// Editor extensions for exactly the markup that stored text supports.
import { Extension, Node } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'
import { WebAddress } from '../message-blocks.ts'
import type { TextFormat } from './document.ts'
import { type ChipText, MergeFieldNode } from './merge-field-node.ts'

type Options = { format: TextFormat; isMultiline: boolean; describe: (token: string) => ChipText }

export function textExtensions({ format, isMultiline, describe }: Options) {
  const isRich = format === 'rich'
  return [
    StarterKit.configure({
      heading: false,
      blockquote: false,
      code: false,
      codeBlock: false,
      strike: false,
      underline: false,
      italic: false,
      horizontalRule: false,
      trailingNode: false,
      listItem: false,
      ...(!isRich && { bold: false, bulletList: false, orderedList: false, listKeymap: false }),
      link: isRich && {
        openOnClick: false,
        autolink: false,
        defaultProtocol: 'https',
        isAllowedUri: (address) => WebAddress.safeParse(address).success,
        HTMLAttributes: { target: null, rel: null },
      },
    }),
    ...(isRich ? [FlatListItem] : []),
    MergeFieldNode.configure({ describe }),
    ...(isMultiline ? [] : [SingleLine]),
  ]
}

/** A list item without nested lists, which stored text does not support. Tab and Shift-Tab leave the field. */
const FlatListItem = Node.create({
  name: 'listItem',
  content: 'paragraph+',
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return { Enter: () => this.editor.commands.splitListItem(this.name) }
  },
})

const SingleLine = Extension.create({
  name: 'singleLine',
  addKeyboardShortcuts: () => ({ Enter: () => true, 'Shift-Enter': () => true }),
})
