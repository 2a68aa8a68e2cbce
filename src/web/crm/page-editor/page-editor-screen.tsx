// The page editor: blocks at the right, preview at the left.
import '#platform/pages/page-editor-screen.css'
import { ArrowRight, Copy, EllipsisVertical, ExternalLink, EyeOff, History, Plus, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useParams } from 'react-router'
import { type OpenedPage, stateOf, useOpenedPage } from '#platform/pages/editing.data.ts'
import { siteWidePath, maxBlocks } from '#platform/pages/pages.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { routes } from '../../routes.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { pageOfEditorPath } from '#platform/pages/page-editor-path.ts'
import { PageStateBadge } from '#platform/pages/page-state-badge.tsx'
import { AddBlockDialog } from './add-block-dialog.tsx'
import { BlockList } from '#platform/pages/editor/block-list.tsx'
import { ConflictDialog } from '#platform/pages/history/conflict-dialog.tsx'
import { CopyPageDialog } from '#platform/pages/editor/copy-page-dialog.tsx'
import { HistoryDialog } from '#platform/pages/history/history-dialog.tsx'
import { useUnsaved } from '#ui/forms/unsaved.ts'
import { Preview } from '#platform/pages/preview/preview.tsx'
import { TokensHelp } from '#platform/pages/editor/tokens-help.tsx'
import { usePageEditing } from '#platform/pages/editor/use-page-editing.ts'
import { isDialogOpen } from '#ui/layers/is-dialog-open.ts'

export function Component() {
  const { '*': rest = '' } = useParams()
  const path = pageOfEditorPath(rest)
  const { data: page, error, isPending, refetch } = useOpenedPage(path)
  useScreenTitle(page?.label ?? 'עמוד')
  if (isPending) return <Loading page size="lg" />
  if (error && !page) return <FailedToLoad insteadOf={page} error={error} onRetry={() => void refetch()} />
  if (!page) return <NoPage />
  // The key resets the editor when the page changes.
  return <Editor key={path} opened={page} />
}

const NoPage = () => (
  <div className="view">
    <EmptyState
      title="אין עמוד כזה"
      text="ייתכן שהכתובת השתנתה."
      action={
        <Link className="btn btn--primary" to="/crm/site">
          לכל העמודים
        </Link>
      }
    />
  </div>
)

type OpenDialog = { what: 'add'; after: string } | { what: 'history' } | { what: 'copy' }

function Editor({ opened }: { opened: OpenedPage }) {
  const editing = usePageEditing(opened)
  useUnsaved(editing.isUnsaved)
  const { page, blocks, step } = editing
  const [selected, setSelected] = useState<string | null>(null)
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const [isLooking, setLooking] = useState(false)
  const close = () => setOpenDialog(undefined)
  useEditorKeys({ save: () => void editing.save(), undo: () => step({ do: 'undo' }) })

  return (
    <div className="view page-editor" data-looking={isLooking}>
      <EditorHeader
        editing={editing}
        onHistory={() => setOpenDialog({ what: 'history' })}
        onCopy={() => setOpenDialog({ what: 'copy' })}
      />
      {editing.isBehind && (
        <output className="page-editor__behind">
          העמוד נשמר על ידי מישהו אחר בזמן שאתם כותבים. בשמירה תראו מה השתנה, ושני השינויים יישמרו יחד.
        </output>
      )}
      <fieldset className="page-editor__sides" aria-label="מה מוצג">
        <Button size="sm" look="ghost" aria-pressed={!isLooking} onClick={() => setLooking(false)}>
          עריכה
        </Button>
        <Button size="sm" look="ghost" aria-pressed={isLooking} onClick={() => setLooking(true)}>
          תצוגה
        </Button>
      </fieldset>
      <div className="page-editor__in">
        <section className="page-editor__blocks" aria-labelledby="blocks">
          <h2 id="blocks">מקטעים</h2>
          <BlockList
            blocks={blocks}
            selected={selected}
            showAll={editing.showAll}
            onSelect={setSelected}
            onStep={step}
            onAdd={(after) => setOpenDialog({ what: 'add', after })}
          />
          {blocks.length < maxBlocks && (
            <Button
              block
              icon={<Icon of={Plus} />}
              onClick={() => setOpenDialog({ what: 'add', after: blocks.at(-1)!.id })}
            >
              הוספת מקטע
            </Button>
          )}
          <TokensHelp />
        </section>
        <Preview
          path={page.path}
          blocks={blocks}
          selected={selected}
          onSelect={(id) => {
            setSelected(id)
            setLooking(false)
          }}
        />
      </div>
      <datalist id="site-addresses">
        {routes.map(({ path, shell }) => shell === 'site' && !path.includes(':') && <option key={path}>{path}</option>)}
      </datalist>
      {openDialog?.what === 'add' && (
        <AddBlockDialog
          path={page.path}
          onClose={close}
          onAdd={(block) => {
            step({ do: 'add', block, after: openDialog.after })
            setSelected(block.id)
            close()
          }}
        />
      )}
      {openDialog?.what === 'history' && (
        <HistoryDialog
          path={page.path}
          blocks={blocks}
          publishedId={page.published_version_id}
          onClose={close}
          onRestore={({ number }, then) => {
            step({ do: 'replace', blocks: then })
            toast.info('שמרו או פרסמו כדי שזה יישאר.', { title: `הוחזר מגרסה ${number}`, id: 'page-save' })
          }}
        />
      )}
      {openDialog?.what === 'copy' && (
        <CopyPageDialog
          path={page.path}
          onClose={close}
          onCopied={(label, copied) => {
            step({ do: 'replace', blocks: copied })
            close()
            toast.info('שמרו או פרסמו כדי שזה יישאר.', { title: `הוחלף בתוכן של ״${label}״`, id: 'page-save' })
          }}
        />
      )}
      {editing.theirs && (
        <ConflictDialog
          base={editing.base}
          mine={blocks}
          theirs={editing.theirs.page}
          theirBlocks={editing.theirs.blocks}
          onClose={editing.forgetTheirs}
          onSettled={(settled) => void editing.settle(settled)}
        />
      )}
    </div>
  )
}

function EditorHeader({
  editing,
  onHistory,
  onCopy,
}: {
  editing: ReturnType<typeof usePageEditing>
  onHistory: () => void
  onCopy: () => void
}) {
  const { page, isUnsaved, isSaving, isPublishing } = editing
  const isShown = page.published_version_id !== null
  const isCurrent = page.published_version_id === page.newest_id && !isUnsaved
  return (
    <div className="view__head page-editor__head">
      <Link to="/crm/site" className="btn btn--ghost btn--icon btn--sm" aria-label="לכל העמודים">
        <Icon of={ArrowRight} />
      </Link>
      <h1>{page.label}</h1>
      <PageStateBadge state={isUnsaved && isShown ? 'changed' : stateOf(page)} />
      <div className="view__end">
        <Button
          look="ghost"
          iconOnly
          aria-label="ביטול הצעד האחרון"
          disabled={!editing.mayUndo}
          icon={<Icon of={Undo2} />}
          onClick={() => editing.step({ do: 'undo' })}
        />
        <Menu
          align="end"
          trigger={<Button look="ghost" iconOnly aria-label="עוד" icon={<Icon of={EllipsisVertical} />} />}
        >
          <MenuItem icon={History} onSelect={onHistory}>
            היסטוריית הגרסאות
          </MenuItem>
          {page.path !== siteWidePath && (
            <MenuItem icon={Copy} onSelect={onCopy}>
              התחלה מתוכן של עמוד אחר
            </MenuItem>
          )}
          {isShown && page.path !== siteWidePath && (
            <MenuItem icon={ExternalLink} render={<Link to={page.path} target="_blank" reloadDocument />}>
              צפייה באתר
            </MenuItem>
          )}
          {isShown && page.path !== '/' && (
            <MenuItem icon={EyeOff} onSelect={() => void editing.unpublish()}>
              הסרה מהאתר
            </MenuItem>
          )}
        </Menu>
        <Button busy={isSaving} disabled={!isUnsaved} onClick={() => void editing.save()}>
          {isSaving ? 'שומרים' : 'שמירת טיוטה'}
        </Button>
        <Button
          look="primary"
          busy={isPublishing}
          disabled={isCurrent || isSaving}
          onClick={() => void editing.publish()}
        >
          {isPublishing ? 'מפרסמים' : 'פרסום'}
        </Button>
      </div>
    </div>
  )
}

/** Ctrl+S saves; Ctrl+Z undoes an edit unless a text field handles it. */
function useEditorKeys({ save, undo }: { save: () => void; undo: () => void }) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isDialogOpen()) return
      const isWriting = event.target instanceof Element && event.target.closest('input, textarea, select') !== null
      if (event.code === 'KeyS') save()
      else if (event.code === 'KeyZ' && !event.shiftKey && !isWriting) undo()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}
