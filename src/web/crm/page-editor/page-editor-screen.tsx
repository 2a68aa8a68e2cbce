// The page editor: blocks at the right, preview at the left.
import '#platform/pages/page-editor-screen.css'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { type OpenedPage, useOpenedPage, useSitePages } from '#platform/pages/editing.data.ts'
import { useMenuState } from '#platform/pages/menu-entry.data.ts'
import { isSiteWide } from '#platform/pages/pages.ts'
import { ChoicesContext } from '#platform/pages/block-form/choices.ts'
import { LinkCheckContext } from '#platform/pages/block-form/link-check.ts'
import { linksIn } from '#platform/pages/links-in.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { routes } from '../../routes.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { pageEditorPath, pageOfEditorPath } from '#platform/pages/page-editor-path.ts'
import { AddBlockDialog } from './add-block-dialog.tsx'
import { DeadLinksDialog } from './dead-links-dialog.tsx'
import { MenuEntryChoice } from './menu-entry-choice.tsx'
import { isReservedPath, useLinkCheck } from './use-link-check.ts'
import { DeletePageDialog } from './delete-page-dialog.tsx'
import { PageSettingsDialog } from './page-settings-dialog.tsx'
import { SchedulePageDialog } from './schedule-page-dialog.tsx'
import { useChoices } from './use-choices.ts'
import { EditorHeader } from './editor-header.tsx'
import { useEditorKeys } from './use-editor-keys.ts'
import { AddBlockButton } from '#platform/pages/editor/add-block-button.tsx'
import { BlockList } from '#platform/pages/editor/block-list.tsx'
import { ConflictDialog } from '#platform/pages/history/conflict-dialog.tsx'
import { CopyPageDialog } from '#platform/pages/editor/copy-page-dialog.tsx'
import { HistoryDialog } from '#platform/pages/history/history-dialog.tsx'
import { useUnsaved } from '#ui/forms/unsaved.ts'
import { Preview } from '#platform/pages/preview/preview.tsx'
import { TokensHelp } from '#platform/pages/editor/tokens-help.tsx'
import { useReadyFeatures } from '#platform/pages/editor/use-ready-features.ts'
import { usePageEditing } from '#platform/pages/editor/use-page-editing.ts'

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

type OpenDialog =
  | { what: 'add'; after: string }
  | { what: 'history' | 'copy' | 'settings' | 'schedule' | 'delete' }
  | { what: 'dead-links'; before: 'publish' | 'schedule' }

function Editor({ opened }: { opened: OpenedPage }) {
  const navigate = useNavigate()
  const editing = usePageEditing(opened)
  useUnsaved(editing.isUnsaved)
  const { page, blocks, step } = editing
  const { data: pages = [] } = useSitePages()
  const [selected, setSelected] = useState<string | null>(null)
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const [isLooking, setLooking] = useState(false)
  const [isMenuChosen, setMenuChosen] = useState(false)
  const menuState = useMenuState(page.path, { enabled: page.is_own })
  // A scheduled publication does not change the menu.
  const mayJoinMenu = page.is_own && page.published_version_id === null && page.publish_at === null
  const joinsMenu = mayJoinMenu && isMenuChosen && menuState === 'out'
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const checkLink = useLinkCheck(blocks)
  const choices = useChoices()
  const ready = useReadyFeatures()
  const deadLinks = linksIn(blocks).filter(({ href }) => !isReservedPath(href) && checkLink(href))
  const close = () => setOpenDialog(undefined)
  useEditorKeys({ save: () => void editing.save(), undo: () => step({ do: 'undo' }) })

  return (
    <div className="view page-editor" data-looking={isLooking}>
      <EditorHeader
        editing={editing}
        menuState={menuState}
        onPublish={() => {
          if (deadLinks.length > 0) setOpenDialog({ what: 'dead-links', before: 'publish' })
          else void editing.publish(joinsMenu)
        }}
        onHistory={() => setOpenDialog({ what: 'history' })}
        onCopy={() => setOpenDialog({ what: 'copy' })}
        onSettings={() => setOpenDialog({ what: 'settings' })}
        onSchedule={() => {
          // For a scheduled page the warning was shown when it was scheduled.
          const isNew = page.publish_at === null && deadLinks.length > 0
          setOpenDialog(isNew ? { what: 'dead-links', before: 'schedule' } : { what: 'schedule' })
        }}
        onDelete={() => setOpenDialog({ what: 'delete' })}
      />
      {mayJoinMenu && (
        <MenuEntryChoice state={menuState} label={page.label} checked={isMenuChosen} onChange={setMenuChosen} />
      )}
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
          <LinkCheckContext value={checkLink}>
            <ChoicesContext value={choices}>
              <BlockList
                hidden={isSiteWide(page.path) ? undefined : hidden}
                ready={ready}
                blocks={blocks}
                selected={selected}
                showAll={editing.showAll}
                onSelect={setSelected}
                onStep={step}
                onAdd={(after) => setOpenDialog({ what: 'add', after })}
              />
            </ChoicesContext>
          </LinkCheckContext>
          <AddBlockButton
            blocks={blocks.length}
            onAdd={() => setOpenDialog({ what: 'add', after: blocks.at(-1)!.id })}
          />
          <TokensHelp />
        </section>
        <Preview
          path={page.path}
          layout={page.layout}
          blocks={blocks}
          selected={selected}
          onHidden={setHidden}
          inlineEditing={{ onStart: setSelected, onWrite: (id, content) => step({ do: 'write', id, content }) }}
          onSelect={(id) => {
            setSelected(id)
            setLooking(false)
          }}
        />
      </div>
      <datalist id="site-addresses">
        {routes.map(({ path, shell }) => shell === 'site' && !path.includes(':') && <option key={path}>{path}</option>)}
        {pages.map(({ path, is_own }) => is_own && <option key={path}>{path}</option>)}
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
      {openDialog?.what === 'settings' && (
        <PageSettingsDialog
          page={page}
          isUnsaved={editing.isUnsaved}
          onClose={close}
          onChanged={({ path, ...settings }) => {
            close()
            editing.noteSettings(settings)
            toast.success('ההגדרות נשמרו')
            if (path !== page.path) void navigate(pageEditorPath(path), { replace: true })
          }}
        />
      )}
      {openDialog?.what === 'schedule' && (
        <SchedulePageDialog
          before={page.publish_at}
          leavesOutMenu={joinsMenu}
          onClose={close}
          onChosen={(at) => {
            close()
            void editing.schedule(at)
          }}
        />
      )}
      {openDialog?.what === 'dead-links' && (
        <DeadLinksDialog
          links={deadLinks}
          reasonOf={checkLink}
          isScheduling={openDialog.before === 'schedule'}
          onClose={close}
          onContinue={() => {
            if (openDialog.before === 'schedule') return setOpenDialog({ what: 'schedule' })
            close()
            void editing.publish(joinsMenu)
          }}
        />
      )}
      {openDialog?.what === 'delete' && (
        <DeletePageDialog
          page={page}
          onClose={close}
          onDeleted={() => {
            toast.info(`העמוד ״${page.label}״ נמחק`)
            void navigate('/crm/site')
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
