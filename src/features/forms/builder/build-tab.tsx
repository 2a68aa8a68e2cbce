// Form builder: structure on the right, preview on the left; on a phone only one of them is visible.
import './builder.css'
import { CircleAlert, Undo2 } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { answeredFields } from '#platform/forms/definition/placed-fields.ts'
import { isDialogOpen } from '#ui/layers/is-dialog-open.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import type { Form } from '../forms.ts'
import { AddFieldDialog } from './add-field-dialog.tsx'
import { BuilderConflict } from './builder-conflict.tsx'
import { problemsOfDraft } from './draft-problems.ts'
import { newField } from './field-kinds.ts'
import { useCustomTargets } from './use-custom-targets.ts'
import { FormPreview } from './form-preview.tsx'
import { PageList } from './page-list.tsx'
import { useBuilderKeys } from './use-builder-keys.ts'
import { useFormBuilder } from './use-form-builder.ts'

const savingTexts = {
  saved: 'נשמר',
  pending: 'שומרים…',
  saving: 'שומרים…',
  failed: 'לא נשמר',
  conflict: 'לא נשמר',
} as const

export function BuildTab({ form }: { form: Form }) {
  const builder = useFormBuilder(form)
  const { draft, edit } = builder
  const custom = useCustomTargets()
  const [open, setOpen] = useState<string | null>(null)
  const [isLooking, setLooking] = useState(false)
  const [adding, setAdding] = useState<{ page: string; after?: string }>()
  const checked = useDeferredValue(draft)
  const problems = useMemo(
    () => problemsOfDraft(checked, new Map(custom.map(({ to, type }) => [to, type]))),
    [checked, custom],
  )
  const faulty = useMemo(() => new Set(problems.flatMap(({ at }) => (at ? [at] : []))), [problems])
  useBuilderKeys({ save: () => void builder.save(), undo: () => !isDialogOpen() && edit({ do: 'undo' }) })
  return (
    <div className="builder" data-looking={isLooking}>
      <div className="builder__bar">
        <output className="builder__saving">{savingTexts[builder.saving]}</output>
        <fieldset className="builder__sides" aria-label="מה מוצג">
          <Button size="sm" look="ghost" aria-pressed={!isLooking} onClick={() => setLooking(false)}>
            עריכה
          </Button>
          <Button size="sm" look="ghost" aria-pressed={isLooking} onClick={() => setLooking(true)}>
            תצוגה
          </Button>
        </fieldset>
        <Button
          look="ghost"
          iconOnly
          aria-label="ביטול הצעד האחרון"
          disabled={!builder.mayUndo}
          icon={<Icon of={Undo2} />}
          onClick={() => edit({ do: 'undo' })}
        />
        <Button
          look="primary"
          busy={builder.isPublishing}
          disabled={problems.length > 0}
          onClick={() => void builder.publish()}
        >
          {builder.isPublishing ? 'מפרסמים' : 'פרסום'}
        </Button>
      </div>
      {builder.theirs && (
        <BuilderConflict
          mine={draft}
          theirs={builder.theirs.draft}
          onMine={() => builder.keepMine()}
          onTheirs={() => builder.takeTheirs()}
        />
      )}
      <div className="builder__in">
        <div className="builder__side">
          {problems.length > 0 && <Problems problems={problems} onOpen={setOpen} />}
          <PageList
            draft={draft}
            custom={custom}
            faulty={faulty}
            open={open}
            onOpen={setOpen}
            onEdit={edit}
            onAdd={setAdding}
          />
        </div>
        <FormPreview draft={draft} open={open} />
      </div>
      <AddFieldDialog
        open={adding !== undefined}
        onClose={() => setAdding(undefined)}
        onAdd={(kind) => {
          const taken = answeredFields(draft).flatMap(({ saving }) => (saving ? [saving.to] : []))
          const field = newField(kind, taken)
          edit({ do: 'add', field, page: adding!.page, after: adding!.after })
          setAdding(undefined)
          setOpen(field.key)
        }}
      />
    </div>
  )
}

type ProblemsProps = { problems: readonly { at: string | undefined; message: string }[]; onOpen: (key: string) => void }

function Problems({ problems, onOpen }: ProblemsProps) {
  return (
    <details className="builder__problems" open>
      <summary>
        <Icon of={CircleAlert} />
        {problems.length === 1 ? 'דבר אחד לפני הפרסום' : `${problems.length} דברים לפני הפרסום`}
      </summary>
      <ul>
        {problems.slice(0, 20).map(({ at, message }, i) => (
          <li key={i}>
            {at === undefined ? (
              message
            ) : (
              <button type="button" className="link" onClick={() => onOpen(at)}>
                {message}
              </button>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
