// Writing one template: over what was seen and nothing else.
import { useState } from 'react'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import type { Block, Kind } from '#features/pages/blocks.ts'
import {
  readTemplate,
  type ShownTemplate,
  useSaveTemplate,
} from '#features/component-templates/component-templates.data.ts'
import { refusals, TemplateName } from '#features/component-templates/component-templates.ts'
import { toast } from '#ui/toast/toast.tsx'
import { problemsOf } from '../block-form/block-problems.ts'
import { useOneAtATime } from '../one-at-a-time.ts'

/** What was saved last as far as this person has seen it. Without an id nothing was saved yet. */
export type Opened = Pick<ShownTemplate, 'name' | 'content' | 'version'> & { id: string | null; kind: Kind }

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const told = { id: 'template-save' }

export function useTemplateWriting(opened: Opened) {
  const backend = useBackend()
  const [seen, setSeen] = useState(opened)
  const [name, setName] = useState(opened.name)
  const [content, setContent] = useState(opened.content)
  const [showAll, setShowAll] = useState(false)
  const [nameFault, setNameFault] = useState<string>()
  const [theirs, setTheirs] = useState<ShownTemplate>()
  const saving = useSaveTemplate()
  const { doing, once } = useOneAtATime<'save'>()
  const { kind } = opened
  const isWritten = name !== seen.name || !isSame(content, seen.content)

  async function save(over = seen) {
    const read = TemplateName.safeParse(name)
    setNameFault(read.error?.issues[0]?.message)
    if (problemsOf({ id: 'template', kind, content } as unknown as Block).size > 0 || !read.success) {
      setShowAll(true)
      return void toast.error(refusals.invalid_input, told)
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
      toast.success('התבנית נשמרה בספרייה', told)
    } catch (error) {
      if (refusalCode(error) === 'template_name_taken') return setNameFault(refusals.template_name_taken)
      const newest = refusalCode(error) === 'stale_version' && over.id ? await readTemplate(backend, over.id) : null
      if (newest) return setTheirs(newest)
      toast.error(refusalText(error, refusals), { title: 'התבנית לא נשמרה', ...told })
    }
  }

  return {
    id: seen.id,
    kind,
    name,
    content,
    showAll,
    nameFault,
    theirs,
    isSaving: doing === 'save',
    /** Something here would be lost. A new template that nobody has written on yet is none, though it can be saved. */
    isWritten,
    maySave: seen.id === null || isWritten,
    rename: setName,
    write: setContent,
    restore(earlierName: string, earlier: Opened['content']) {
      setName(earlierName)
      setContent(earlier)
      toast.info('שמרו כדי שזה יישאר.', { title: 'הוחזרה גרסה קודמת', ...told })
    },
    save: () => void once('save', save),
    /** What somebody else saved stays in the history, and this becomes the newest. */
    saveOverTheirs: () => theirs && void once('save', () => save({ ...theirs, kind })),
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
