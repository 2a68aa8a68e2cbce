import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { refusals } from '#features/processes/processes.ts'
import { useFamiliesIn, useTemplateActions, type useProcessDraft } from '#features/processes/template-editor.data.ts'
import { type EditedStage, newStage, moveItem } from '#features/processes/template-editor.ts'
import { ConflictBanner } from '#platform/editing/conflict-banner.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import { useUnsaved } from '#ui/forms/unsaved.ts'
import { Dialog, DialogActions } from '#ui/layers/dialog.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { RemoveStageDialog } from './remove-stage-dialog.tsx'
import { StageEditor } from './stage-editor.tsx'
import { TemplatePreview } from './template-preview.tsx'

type Props = {
  draft: NonNullable<ReturnType<typeof useProcessDraft>['data']>
  /** The stored version, after a conflict. */
  readVersion: () => Promise<number | undefined>
  onGone: () => void
}

export function TemplateEditor({ draft, readVersion, onGone }: Props) {
  const navigate = useNavigate()
  const { save, publish, discard } = useTemplateActions()
  const [version, setVersion] = useState(draft.version)
  const [content, setContent] = useState(draft.content)
  const [saved, setSaved] = useState(draft.content)
  const [isStale, setStale] = useState(false)
  const familiesIn = useFamiliesIn()
  const [removing, setRemoving] = useState<{ stage: EditedStage; families: readonly string[] }>()
  const [shows, setShows] = useState<'preview' | 'publish' | 'discard'>()
  const isChanged = content !== saved
  useUnsaved(isChanged)

  const setStages = (change: (stages: EditedStage[]) => EditedStage[]) =>
    setContent((now) => ({ ...now, stages: change(now.stages) }))

  const remove = ({ key }: EditedStage) => setStages((all) => all.filter((one) => one.key !== key))
  /** Removes immediately if no family is in the stage. */
  async function onRemove(stage: EditedStage) {
    if (!stage.lineage) return remove(stage)
    try {
      const families = await familiesIn.mutateAsync(stage.lineage)
      if (families.length > 0) setRemoving({ stage, families })
      else remove(stage)
    } catch (error) {
      toast.error(refusalText(error, refusals), { title: 'השלב לא נמחק' })
    }
  }

  /** Resolves to undefined if refused, after showing the reason. */
  async function onSave() {
    try {
      const next = await save.mutateAsync({ id: draft.id, version, content })
      setVersion(next)
      setSaved(content)
      setStale(false)
      return next
    } catch (error) {
      if (refusalCode(error) === 'stale_version') {
        setStale(true)
        const latest = await readVersion()
        if (latest !== undefined) setVersion(latest)
      } else toast.error(refusalText(error, refusals))
      return undefined
    }
  }
  async function onPublish() {
    const last = isChanged ? await onSave() : version
    if (last === undefined) return setShows(undefined)
    try {
      await publish.mutateAsync({ id: draft.id, version: last })
      toast.success('הגרסה פורסמה. משפחות שכבר בדרך נשארו בגרסה שלהן')
      leave()
    } catch (error) {
      setShows(undefined)
      toast.error(refusalText(error, refusals))
    }
  }
  function leave() {
    setSaved(content)
    onGone()
    void navigate('/crm/process-templates')
  }

  return (
    <div className="view template-editor">
      <div className="view__head">
        <h1>
          <bdi>{content.name || 'תבנית בלי שם'}</bdi> <Badge kind="info">טיוטה</Badge>
        </h1>
        <div className="view__end">
          <Button onClick={() => setShows('preview')}>תצוגה כמו שהמשפחה רואה</Button>
          <Button busy={save.isPending} aria-disabled={!isChanged} onClick={() => isChanged && void onSave()}>
            {isChanged ? 'שמירת הטיוטה' : 'נשמר'}
          </Button>
          <Button look="primary" onClick={() => setShows('publish')}>
            פרסום
          </Button>
        </div>
      </div>
      {isStale && <ConflictBanner theirs={[]} />}
      <div className="template-editor__about">
        <TextField
          name="name"
          label="שם התהליך"
          required
          maxLength={120}
          value={content.name}
          onChange={({ target }) => setContent({ ...content, name: target.value })}
        />
        <TextAreaField
          name="description"
          label="תיאור"
          rows={2}
          maxLength={2000}
          value={content.description}
          onChange={({ target }) => setContent({ ...content, description: target.value })}
        />
      </div>
      <ol className="template-editor__stages">
        {content.stages.map((stage, at) => (
          <StageEditor
            key={stage.key}
            stage={stage}
            place={at + 1}
            isLast={at === content.stages.length - 1}
            onChange={(next) => setStages((all) => all.map((one) => (one.key === stage.key ? next : one)))}
            onMove={(by) => setStages((all) => moveItem(all, at, by))}
            onRemove={() => void onRemove(stage)}
          />
        ))}
      </ol>
      <div className="template-editor__acts">
        <Button icon={<Icon of={Plus} />} onClick={() => setStages((all) => [...all, newStage()])}>
          שלב
        </Button>
        <Button look="link" onClick={() => setShows('discard')}>
          מחיקת הטיוטה
        </Button>
        <Link to="/crm/process-templates">לכל התבניות</Link>
      </div>
      {shows === 'preview' && <TemplatePreview content={content} onClose={() => setShows(undefined)} />}
      {removing && (
        <RemoveStageDialog
          stage={removing.stage.name}
          families={removing.families}
          onRemove={() => {
            remove(removing.stage)
            setRemoving(undefined)
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
      <Dialog
        open={shows === 'publish'}
        onOpenChange={(open) => !open && setShows(undefined)}
        title={draft.draft_of ? 'לפרסם את הגרסה החדשה?' : 'לפרסם את התבנית?'}
        text="תהליכים חדשים יתחילו מהגרסה הזאת. משפחות שכבר בדרך נשארות בגרסה שלהן, ואפשר להעביר אותן אחר כך, כל אחת לפי בחירה."
      >
        <DialogActions>
          <Button look="primary" busy={publish.isPending || save.isPending} onClick={() => void onPublish()}>
            פרסום
          </Button>
          <Button look="ghost" onClick={() => setShows(undefined)}>
            חזרה
          </Button>
        </DialogActions>
      </Dialog>
      <Dialog
        open={shows === 'discard'}
        onOpenChange={(open) => !open && setShows(undefined)}
        title="למחוק את הטיוטה?"
        text={
          draft.draft_of
            ? 'השינויים שבה יימחקו. הגרסה שפורסמה נשארת כמו שהיא.'
            : 'התבנית עוד לא פורסמה, והיא תימחק כולה.'
        }
      >
        <DialogActions>
          <Button
            look="danger"
            busy={discard.isPending}
            onClick={() =>
              discard.mutate(draft.id, {
                onSuccess: leave,
                onError: (error) => void toast.error(refusalText(error, refusals)),
              })
            }
          >
            מחיקה
          </Button>
          <Button look="ghost" onClick={() => setShows(undefined)}>
            חזרה
          </Button>
        </DialogActions>
      </Dialog>
    </div>
  )
}
