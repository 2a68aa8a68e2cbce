// The template library: reusable blocks, and the block kinds.
import './templates.css'
import { EllipsisVertical, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { useNow } from '#client/now.ts'
import { blockKinds, type Kind, kindOf } from '#platform/pages/blocks.ts'
import {
  type ShownTemplate,
  useArchiveTemplate,
  useTemplates,
} from '#features/component-templates/component-templates.data.ts'
import { isTemplateKind, refusals } from '#features/component-templates/component-templates.ts'
import { relativeTime } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'
import { SearchField } from '#ui/lists/search-field.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import { firstText } from '#platform/pages/block-form/block-problems.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'

const kinds = (Object.keys(blockKinds) as Kind[]).filter(isTemplateKind).map((kind) => ({ kind, ...kindOf(kind) }))

export function Component() {
  useScreenTitle('ספריית המקטעים')
  const { data: templates, error, isPending, refetch } = useTemplates()
  const [query, setQuery] = useState('')
  if (isPending) return <Loading page size="lg" />
  if (!templates) return <FailedToLoad insteadOf={templates} error={error} onRetry={() => void refetch()} />
  const holds = (...matches: string[]) => matches.join(' ').includes(query.trim())
  const found = templates.filter(({ name, kind, content }) => holds(name, labelOf(kind), firstText({ content })))
  const foundKinds = kinds.filter(({ label, help }) => holds(label, help))
  return (
    <div className="view">
      <div className="view__head">
        <h1>ספריית המקטעים</h1>
        <div className="view__end">
          <SearchField label="חיפוש בספרייה" placeholder="משפט, שאלות, שלבים" value={query} onChange={setQuery} />
        </div>
      </div>
      <section className="library" aria-labelledby="own">
        <h2 id="own">התבניות שלכם</h2>
        {templates.length === 0 ? (
          <p className="library__none">כותבים מקטע פעם אחת, ושמים אותו בכל עמוד שרוצים. מתחילים מאחד הסוגים שלמטה.</p>
        ) : found.length === 0 ? (
          <p className="library__none">אין תבנית כזאת.</p>
        ) : (
          <ul className="library__list">
            {found.map((template) => (
              <Template key={template.id} template={template} />
            ))}
          </ul>
        )}
      </section>
      <section className="library" aria-labelledby="kinds">
        <h2 id="kinds">סוגי המקטעים</h2>
        {foundKinds.length === 0 && <p className="library__none">אין סוג כזה. נסו מילה אחרת.</p>}
        <ul className="library__kinds">
          {foundKinds.map(({ kind, label, help }) => (
            <li key={kind}>
              <Link to={`/admin/component-templates/new?kind=${kind}`}>
                <b>{label}</b>
                <span>{help}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

const labelOf = (kind: string) => (kind in blockKinds ? kindOf(kind as Kind).label : 'סוג שכבר לא קיים')

function Template({ template: { id, name, kind, content, updated_at, version } }: { template: ShownTemplate }) {
  const now = useNow()
  const archiveTemplate = useArchiveTemplate()
  const explain = (error: unknown) => refusalText(error, refusals)
  const remove = () =>
    archiveTemplate.mutateAsync({ id, isGone: true }).then(
      () =>
        offerUndo({
          title: `התבנית ״${name}״ הוסרה מהספרייה`,
          undo: () => archiveTemplate.mutateAsync({ id, isGone: false }),
          explain,
        }),
      (error: unknown) => void toast.error(explain(error)),
    )
  return (
    <li>
      <Link to={`/admin/component-templates/${id}`}>
        <b>
          <bdi>{name}</bdi>
        </b>
        <span>
          <bdi>{firstText({ content })}</bdi>
        </span>
        <small>
          {labelOf(kind)} · גרסה {version} · {relativeTime(updated_at, now)}
        </small>
      </Link>
      <Menu
        align="end"
        trigger={
          <Button
            look="ghost"
            size="sm"
            iconOnly
            aria-label={`פעולות: ${name}`}
            icon={<Icon of={EllipsisVertical} />}
          />
        }
      >
        <MenuItem icon={Trash2} danger onSelect={() => void remove()}>
          הסרה מהספרייה
        </MenuItem>
      </Menu>
    </li>
  )
}
