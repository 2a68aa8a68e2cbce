// The chip of a merge field: an atomic node, deleted with one key press.
import { type Editor, mergeAttributes, Node, nodeInputRule, nodePasteRule } from '@tiptap/core'

export type ChipText = { label: string; description: string; isUnknown: boolean }

type Options = {
  /** The label of a chip; read when it is rendered. */
  describe: (token: string) => ChipText
}

export const MergeFieldNode = Node.create<Options>({
  name: 'mergeField',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  addOptions: () => ({ describe: (token) => ({ label: token, description: token, isUnknown: false }) }),
  addAttributes: () => ({ token: { default: '', rendered: false } }),
  parseHTML: () => [
    { tag: 'span[data-merge-field]', getAttrs: (element) => ({ token: element.dataset['mergeField'] ?? '' }) },
  ],
  renderHTML({ node, HTMLAttributes }) {
    const token = String(node.attrs['token'])
    const { label, description, isUnknown } = this.options.describe(token)
    const attributes = {
      'data-merge-field': token,
      class: isUnknown ? 'merge-chip merge-chip--unknown' : 'merge-chip',
      role: 'img',
      'aria-label': description,
      title: description,
    }
    return ['span', mergeAttributes(HTMLAttributes, attributes), label]
  },
  renderText: ({ node }) => `{{${String(node.attrs['token'])}}}`,
  addInputRules() {
    return [nodeInputRule({ find: typedToken, type: this.type, getAttributes: ({ data }) => ({ ...data }) })]
  },
  addPasteRules() {
    return [nodePasteRule({ find: /\{\{([^{}\n]+)\}\}/g, type: this.type, getAttributes: ([, token]) => ({ token }) })]
  },
  addKeyboardShortcuts() {
    return {
      Backspace: ({ editor }) => removeAdjacentField(editor, 'nodeBefore'),
      Delete: ({ editor }) => removeAdjacentField(editor, 'nodeAfter'),
    }
  },
})

/** Finds a typed token at the end of the text. A match with a capturing group would replace only the group. */
function typedToken(text: string) {
  const [found, token] = /\{\{([^{}\n]+)\}\}$/.exec(text) ?? []
  return found === undefined ? null : { index: text.length - found.length, text: found, data: { token } }
}

/** Deletes a chip with one key press; browsers differ in whether native deletion selects it first. */
function removeAdjacentField(editor: Editor, side: 'nodeBefore' | 'nodeAfter'): boolean {
  const { empty, $from, from } = editor.state.selection
  const node = $from[side]
  if (!empty || node?.type.name !== 'mergeField') return false
  const range = side === 'nodeBefore' ? { from: from - 1, to: from } : { from, to: from + 1 }
  return editor.chain().deleteRange(range).run()
}
