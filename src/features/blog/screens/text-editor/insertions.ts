// Insertable blocks of a post, for the toolbar and the slash menu.
import type { Editor, JSONContent } from '@tiptap/core'
import {
  ChartBar,
  Heading2,
  Heading3,
  ImagePlus,
  Lightbulb,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Palette,
  Pilcrow,
  RectangleHorizontal,
  TextQuote,
} from 'lucide-react'

export type Insertion = {
  id: string
  words: string
  /** Additional search terms. */
  more: string
  icon: LucideIcon
  /** Whether the cursor is inside such a block. */
  isIn?: (editor: Editor) => boolean
  run: (editor: Editor, parts: { choosePicture: () => void }) => void
}

/** Inserts after the cursor's block, or replaces an empty paragraph; never replaces the selection. */
export function insertBlock(editor: Editor, block: JSONContent) {
  const { $to, to } = editor.state.selection
  const isEmptyLine = $to.depth === 1 && $to.parent.isTextblock && $to.parent.content.size === 0
  const place = isEmptyLine ? { from: $to.before(), to: $to.after() } : $to.depth > 0 ? $to.after(1) : to
  editor.chain().focus().insertContentAt(place, block).run()
}

export const insertions: readonly Insertion[] = [
  {
    id: 'paragraph',
    words: 'פסקה',
    more: 'טקסט רגיל',
    icon: Pilcrow,
    run: (editor) => editor.chain().focus().setParagraph().run(),
  },
  {
    id: 'heading',
    words: 'כותרת',
    more: 'ראשית 2 h2',
    icon: Heading2,
    isIn: (editor) => editor.isActive('heading', { level: 2 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    id: 'subheading',
    words: 'כותרת משנה',
    more: '3 h3',
    icon: Heading3,
    isIn: (editor) => editor.isActive('heading', { level: 3 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    id: 'bullets',
    words: 'רשימה',
    more: 'נקודות תבליטים',
    icon: List,
    isIn: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    id: 'numbers',
    words: 'רשימה ממוספרת',
    more: 'מספרים שלבים',
    icon: ListOrdered,
    isIn: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    id: 'quote',
    words: 'ציטוט',
    more: 'משפט בולט',
    icon: TextQuote,
    isIn: (editor) => editor.isActive('blockquote'),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    id: 'takeaway',
    words: 'לזכור מכאן',
    more: 'תיבה סיכום',
    icon: Lightbulb,
    isIn: (editor) => editor.isActive('takeaway'),
    run: (editor) => editor.chain().focus().toggleWrap('takeaway').run(),
  },
  {
    id: 'picture',
    words: 'תמונה',
    more: 'צילום',
    icon: ImagePlus,
    run: (_editor, { choosePicture }) => choosePicture(),
  },
  {
    id: 'drawing',
    words: 'איור',
    more: 'ציור',
    icon: Palette,
    run: (editor) => insertBlock(editor, { type: 'drawing', attrs: { art: 'jars', caption: '' } }),
  },
  {
    id: 'chart',
    words: 'תרשים',
    more: 'גרף עמודות מספרים',
    icon: ChartBar,
    run: (editor) =>
      insertBlock(editor, { type: 'chart', attrs: { title: '', unit: '₪', lines: 'דיור, 5200\nסופר, 2600' } }),
  },
  {
    id: 'action',
    words: 'כפתור',
    more: 'קישור הנעה לפעולה',
    icon: RectangleHorizontal,
    run: (editor) => insertBlock(editor, { type: 'action', attrs: { words: 'שיחת היכרות', href: '/contact' } }),
  },
  {
    id: 'rule',
    words: 'קו מפריד',
    more: 'הפרדה',
    icon: Minus,
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
]
