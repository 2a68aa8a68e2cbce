// WYSIWYG editor of a post body. Images come from the dialog, paste or drop.
import '../../blog/post-prose.css'
import '#features/blog/screens/text-editor/text-editor.css'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { useRef, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import { addImage } from '#platform/images/images.data.ts'
import { acceptedTypes, refusals } from '#platform/images/images.ts'
import { toast } from '#ui/toast/toast.tsx'
import { routes } from '../../routes.ts'
import { insertBlock } from '#features/blog/screens/text-editor/insertions.ts'
import { editorExtensions } from '#features/blog/screens/text-editor/editor-extensions.ts'
import { type SlashKeys, SlashMenu } from '#features/blog/screens/text-editor/slash-menu.tsx'
import { Toolbar } from '#features/blog/screens/text-editor/toolbar.tsx'

/** `body` is the initial value; later edits go to `onChange`. A different post needs a different `key`. */
export function TextEditor({ id, body, onChange }: { id: string; body: object; onChange: (body: object) => void }) {
  const backend = useBackend()
  const file = useRef<HTMLInputElement>(null)
  const slash = useRef<SlashKeys>(null)
  const [uploading, setUploading] = useState(0)

  async function takePictures(editor: Editor, files: readonly File[], at?: number) {
    setUploading((n) => n + files.length)
    for (const one of files) {
      try {
        const picture = await addImage(backend, one)
        const block = { type: 'figure', attrs: { picture, alt: '', caption: '' } }
        if (at === undefined) insertBlock(editor, block)
        else editor.chain().insertContentAt(Math.min(at, editor.state.doc.content.size), block).run()
      } catch (error) {
        toast.error(refusalText(error, refusals), { title: 'התמונה לא נוספה' })
      } finally {
        setUploading((n) => n - 1)
      }
    }
  }

  const editor = useEditor({
    extensions: editorExtensions,
    content: body,
    injectCSS: false,
    editorProps: {
      attributes: { id, class: 'prose', role: 'textbox', 'aria-multiline': 'true', 'aria-label': 'תוכן המאמר' },
      handleKeyDown: (_view, event) => slash.current?.press(event.key) ?? false,
      handlePaste: (_view, event) => {
        const pictures = picturesOf(event.clipboardData)
        if (pictures.length > 0) void takePictures(editor, pictures)
        return pictures.length > 0
      },
      handleDrop: (view, event, _slice, moved) => {
        const pictures = moved ? [] : picturesOf(event.dataTransfer)
        if (pictures.length === 0) return false
        event.preventDefault()
        void takePictures(editor, pictures, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos)
        return true
      },
    },
    onUpdate: ({ editor: now }) => onChange(now.getJSON()),
  })
  const choosePicture = () => file.current?.click()

  return (
    <div className="post-text" data-empty={editor.isEmpty || undefined}>
      <Toolbar editor={editor} choosePicture={choosePicture} />
      <div className="post-text__paper">
        <EditorContent editor={editor} />
        <SlashMenu editor={editor} keys={slash} choosePicture={choosePicture} />
      </div>
      {uploading > 0 && <output className="post-text__wait">מעלים את התמונה...</output>}
      <input
        ref={file}
        className="vh"
        type="file"
        accept={acceptedTypes}
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          void takePictures(editor, files)
        }}
      />
      <datalist id="site-addresses">
        {routes.map(({ path, shell }) => shell === 'site' && !path.includes(':') && <option key={path}>{path}</option>)}
      </datalist>
    </div>
  )
}

const picturesOf = (from: DataTransfer | null) =>
  [...(from?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
