// Template editor: fields at the right, preview at the left.
import '#platform/pages/page-editor-screen.css'
import './templates.css'
import { ArrowRight, History } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { type Block, blockKinds, type Kind, kindOf } from '#platform/pages/blocks.ts'
import { useOpenedTemplate } from '#features/component-templates/component-templates.data.ts'
import { blockOf, isTemplateKind, showroom } from '#features/component-templates/component-templates.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { BlockForm } from '#platform/pages/block-form/block-form.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Component as NotFound } from '#platform/screens/not-found-screen.tsx'
import { useUnsaved } from '#ui/forms/unsaved.ts'
import { Preview } from '#platform/pages/preview/preview.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { useIdParam } from '#platform/screens/use-id-param.ts'
import { BlockSchema } from './block-schema.tsx'
import { TemplateConflictDialog } from './template-conflict-dialog.tsx'
import { TemplateHistory } from './template-history.tsx'
import { type OpenedTemplate, useTemplateEditing } from './use-template-editing.ts'
import { isDialogOpen } from '#ui/layers/is-dialog-open.ts'

export function Component() {
  const isNew = useParams()['templateId'] === undefined
  const templateId = useIdParam('templateId')
  const [search] = useSearchParams()
  const kind = search.get('kind') ?? ''
  const { data, error, isPending, refetch } = useOpenedTemplate(isNew ? undefined : templateId)
  useScreenTitle(data?.name ?? 'תבנית חדשה')
  if (isNew) {
    if (!(kind in blockKinds) || !isTemplateKind(kind as Kind)) return <NotFound />
    return <Editor key={kind} opened={blank(kind as Kind)} />
  }
  if (isPending) return <Loading page size="lg" />
  if (error && !data) return <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />
  if (!data || !(data.kind in blockKinds)) return <NotFound />
  return <Editor key={templateId} opened={{ ...data, kind: data.kind as Kind }} />
}

const blank = (kind: Kind): OpenedTemplate => {
  const { label, blank: content } = kindOf(kind)
  return { id: null, name: label, kind, content: content as OpenedTemplate['content'], version: 0 }
}

/** A hero block that the preview page starts with. */
const opening = { id: 'opening', kind: 'opening', content: kindOf('opening').blank } as Block

function Editor({ opened }: { opened: OpenedTemplate }) {
  const navigate = useNavigate()
  const editing = useTemplateEditing(opened)
  useUnsaved(editing.isWritten)
  const { kind, name, content } = editing
  // A new template navigates to its own URL after the first save, once no unsaved edits would be lost.
  const created = opened.id === null && !editing.isWritten ? editing.id : null
  useEffect(() => {
    if (created) void navigate(`/admin/component-templates/${created}`, { replace: true })
  }, [created, navigate])
  const [isLooking, setLooking] = useState(false)
  const [isHistory, setHistory] = useState(false)
  const { label } = kindOf(kind)
  const block = useMemo(() => ({ id: 'template', kind, content }) as Block, [kind, content])
  const shown = useMemo(() => [opening, block], [block])
  useSaveKey(editing.save)
  return (
    <div className="view page-editor" data-looking={isLooking}>
      <div className="view__head page-editor__head">
        <Link to="/admin/component-templates" className="btn btn--ghost btn--icon btn--sm" aria-label="לספריית המקטעים">
          <Icon of={ArrowRight} />
        </Link>
        <h1>
          <bdi>{name.trim() || label}</bdi>
        </h1>
        <Badge>{label}</Badge>
        <div className="view__end">
          {editing.id && (
            <Button look="ghost" icon={<Icon of={History} />} onClick={() => setHistory(true)}>
              גרסאות
            </Button>
          )}
          <Button look="primary" busy={editing.isSaving} disabled={!editing.maySave} onClick={editing.save}>
            {editing.isSaving ? 'שומרים' : 'שמירה'}
          </Button>
        </div>
      </div>
      <fieldset className="page-editor__sides" aria-label="מה מוצג">
        <Button size="sm" look="ghost" aria-pressed={!isLooking} onClick={() => setLooking(false)}>
          עריכה
        </Button>
        <Button size="sm" look="ghost" aria-pressed={isLooking} onClick={() => setLooking(true)}>
          תצוגה
        </Button>
      </fieldset>
      <div className="page-editor__in">
        <section className="page-editor__blocks" aria-labelledby="words">
          <h2 id="words">התוכן</h2>
          <TextField
            name="name"
            label="שם התבנית"
            hint="לפי השם הזה בוחרים אותה כשמוסיפים מקטע לעמוד"
            required
            autoComplete="off"
            maxLength={80}
            value={name}
            onChange={(event) => editing.rename(event.target.value)}
            error={editing.nameError}
          />
          <div className="template-form">
            <BlockForm
              block={block}
              showAll={editing.showAll}
              onWrite={(written) => editing.write(written as OpenedTemplate['content'])}
            />
          </div>
          <BlockSchema kind={kind} />
        </section>
        <Preview path={showroom} blocks={shown} selected={block.id} onSelect={() => setLooking(false)} />
      </div>
      {isHistory && editing.id && (
        <TemplateHistory
          id={editing.id}
          current={content}
          onClose={() => setHistory(false)}
          onRestore={(version) => {
            editing.restore(version.name, version.content)
            setHistory(false)
          }}
          isKnown={(version) => blockOf({ kind, content: version.content }) !== undefined}
        />
      )}
      {editing.theirs && <TemplateConflictDialog editing={editing} />}
    </div>
  )
}

/** Ctrl+S saves. */
function useSaveKey(save: () => void) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.code !== 'KeyS') return
      event.preventDefault()
      if (!isDialogOpen()) save()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}
