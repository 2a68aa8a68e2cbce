// Process templates: the published edition, the families in it and in earlier ones, and the draft.
import '#platform/screens/link-rows.css'
import { Plus, Route } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { refusals } from '#features/processes/processes.ts'
import {
  type TemplateEditions,
  useTemplateActions,
  useTemplateEditions,
} from '#features/processes/template-editor.data.ts'
import { count } from '#lib/hebrew/count.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { FamiliesDialog } from './families-dialog.tsx'

const showError = (error: unknown) => void toast.error(refusalText(error, refusals))

export function Component() {
  useScreenTitle('תבניות תהליך')
  const { data: templates, error, isPending, refetch } = useTemplateEditions()
  const { open } = useTemplateActions()
  const navigate = useNavigate()
  const edit = (id?: string) =>
    open.mutate(id, { onSuccess: (draft) => void navigate(`/crm/process-templates/${draft}`), onError: showError })
  return (
    <div className="view">
      <div className="view__head">
        <h1>תבניות תהליך</h1>
        <div className="view__end">
          <Button look="primary" icon={<Icon of={Plus} />} busy={open.isPending} onClick={() => edit()}>
            תבנית
          </Button>
        </div>
      </div>
      {isPending && <Loading page size="lg" />}
      {!templates && error && <FailedToLoad insteadOf={templates} error={error} onRetry={() => void refetch()} />}
      {templates?.length === 0 && (
        <EmptyState title="אין עדיין תבניות" text="תבנית היא הדרך של המשפחה: שלבים, ומה עושים בכל אחד מהם." />
      )}
      {templates && templates.length > 0 && (
        <ul className="rows">
          {templates.map((template) => (
            <TemplateRow key={template.id} template={template} onEdit={() => edit(template.id)} />
          ))}
        </ul>
      )}
    </div>
  )
}

const families = (n: number) => count(n, { zero: 'אין משפחות', one: 'משפחה אחת', two: 'שתי משפחות', other: '# משפחות' })
const stages = (n: number) => count(n, { zero: 'בלי שלבים', one: 'שלב אחד', two: 'שני שלבים', other: '# שלבים' })

function TemplateRow({ template, onEdit }: { template: TemplateEditions; onEdit: () => void }) {
  const { setActive } = useTemplateActions()
  const [isMoving, setMoving] = useState(false)
  const { id, name, edition, published_at: publishedAt, is_active: isActive, earlier, draft } = template
  const waiting = earlier.reduce((sum, one) => sum + one.families.length, 0)
  return (
    <li className={isActive || !publishedAt ? 'row' : 'row row--off'}>
      <span className="row__icon">
        <Icon of={Route} />
      </span>
      <div className="row__words">
        <b>
          <bdi>{name}</bdi>
        </b>
        <small>
          {publishedAt ? <span>{`גרסה ${edition}`}</span> : <Badge kind="warning">עוד לא פורסמה</Badge>}
          <span>{stages(template.stageCount)}</span>
          {publishedAt && <span>{families(template.families.length)}</span>}
          {earlier.map((one) => (
            <span key={one.id}>{`בגרסה ${one.edition}: ${families(one.families.length)}`}</span>
          ))}
          {draft && <Badge kind="info">יש טיוטה</Badge>}
        </small>
      </div>
      <div className="row__acts">
        {publishedAt && (
          <Switch
            label="אפשר להתחיל"
            checked={isActive}
            onChange={({ target }) => setActive.mutate({ id, isActive: target.checked }, { onError: showError })}
          />
        )}
        {waiting > 0 && (
          <Button size="sm" onClick={() => setMoving(true)}>
            העברת משפחות
          </Button>
        )}
        <Button size="sm" aria-label={`עריכה: ${name}`} onClick={onEdit}>
          עריכה
        </Button>
      </div>
      {isMoving && <FamiliesDialog template={template} onClose={() => setMoving(false)} />}
    </li>
  )
}
