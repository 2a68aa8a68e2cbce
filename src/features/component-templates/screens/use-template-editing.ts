// Template editing with optimistic locking.
import { useState } from 'react'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import type { Block, Kind } from '#platform/pages/blocks.ts'
import {
  readTemplate,
  type ShownTemplate,
  useSaveTemplate,
} from '#features/component-templates/component-templates.data.ts'
import { refusals, TemplateName } from '#features/component-templates/component-templates.ts'
import { toast } from '#ui/toast/toast.tsx'
import { problemsOf } from '#platform/pages/block-form/block-problems.ts'
import { useSingleFlight } from '#platform/editing/single-flight.ts'

/** The last saved version the client has read. Without an id, the template is new. */
export type OpenedTemplate = Pick<ShownTemplate, 'name' | 'content' | 'version'> & { id: string | null; kind: Kind }

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const toastOptions = { id: 'template-save' }

export function useTemplateEditing(opened: OpenedTemplate) {
  const backend = useBackend()
  const [seen, setSeen] = useState(opened)
  const [name, setName] = useState(opened.name)
  const [content, setContent] = useState(opened.content)
  const [showAll, setShowAll] = useState(false)
  const [nameError, setNameError] = useState<string>()
  const [theirs, setTheirs] = useState<ShownTemplate>()
  const saving = useSaveTemplate()
  const { running, run } = useSingleFlight<'save'>()
  const { kind } = opened
  const isWritten = name !== seen.name || !isSame(content, seen.content)

  async function save(over = seen) {
    const read = TemplateName.safeParse(name)
    setNameError(read.error?.issues[0]?.message)
    if (problemsOf({ id: 'template', kind, content } as unknown as Block).size > 0 || !read.success) {
      setShowAll(true)
      return void toast.error(refusals.invalid_input, toastOptions)
    }
    try {
      const saved = await saving.mutateAsync({
        id: over.id,
        name: read.data,
        kind,
        content,
        seenVersion: over.version,
      })
      setSeen({ id: saved.id, kind, name: read.data, content, version: saved.version })
      setName(read.data)
      setTheirs(undefined)
      toast.success('התבנית נשמרה בספרייה', toastOptions)
    } catch (error) {
      if (refusalCode(error) === 'template_name_taken') return setNameError(refusals.template_name_taken)
      const newest = refusalCode(error) === 'stale_version' && over.id ? await readTemplate(backend, over.id) : null
      if (newest) return setTheirs(newest)
      toast.error(refusalText(error, refusals), { title: 'התבנית לא נשמרה', ...toastOptions })
    }
  }

  return {
    id: seen.id,
    kind,
    name,
    content,
    showAll,
    nameError,
    theirs,
    isSaving: running === 'save',
    /** Whether leaving would lose edits: false for an untouched new template, although it can be saved. */
    isWritten,
    maySave: seen.id === null || isWritten,
    rename: setName,
    write: setContent,
    restore(earlierName: string, earlier: OpenedTemplate['content']) {
      setName(earlierName)
      setContent(earlier)
      toast.info('שמרו כדי שזה יישאר.', { title: 'הוחזרה גרסה קודמת', ...toastOptions })
    },
    save: () => void run('save', save),
    /** Saves over the concurrent version, which remains in the history. */
    saveOverTheirs: () => theirs && void run('save', () => save({ ...theirs, kind })),
    takeTheirs() {
      if (!theirs) return
      setSeen({ ...theirs, kind })
      setName(theirs.name)
      setContent(theirs.content)
      setTheirs(undefined)
    },
    forgetTheirs: () => setTheirs(undefined),
  }
}
