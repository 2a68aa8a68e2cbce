// /admin/webinar-templates: the templates of the business and of the system, and the import of a file.
import './webinar-templates.css'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useNow } from '#client/now.ts'
import { count } from '#lib/hebrew/count.ts'
import { relativeTime } from '#lib/time/dates.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { kindLabels } from '../webinar-labels.ts'
import { failedTemplateStep } from './failed-template-step.ts'
import { readTemplateFile } from './template-file.ts'
import { TemplatePicture } from './template-picture.tsx'
import { useSaveWebinarTemplate, useWebinarTemplates, type WebinarTemplateRow } from './webinar-templates.data.ts'

export function Component() {
  useScreenTitle('תבניות של הדרכות')
  const { data: templates, error, isPending, refetch } = useWebinarTemplates()
  if (isPending) return <Loading page size="lg" />
  if (!templates) return <FailedToLoad insteadOf={templates} error={error} onRetry={() => void refetch()} />
  const own = templates.filter(({ is_system: isSystem }) => !isSystem)
  return (
    <div className="view">
      <div className="view__head">
        <h1>תבניות של הדרכות</h1>
        <div className="view__end">
          <ButtonLink href="/admin/webinars" look="ghost">
            להדרכות
          </ButtonLink>
          <ImportButton />
        </div>
      </div>
      <section className="template-shelf" aria-labelledby="own">
        <h2 id="own">התבניות שלכם</h2>
        {own.length === 0 && (
          <p className="template-shelf__none">
            אין עדיין תבניות. פותחים הדרכה שהצליחה, לוחצים ״שמירה כתבנית״, והבאה אחריה מתחילה משם.
          </p>
        )}
        <Templates templates={own} />
      </section>
      <section className="template-shelf" aria-labelledby="ready">
        <h2 id="ready">תבניות מוכנות</h2>
        <Templates templates={templates.filter(({ is_system: isSystem }) => isSystem)} />
      </section>
    </div>
  )
}

const Templates = ({ templates }: { templates: readonly WebinarTemplateRow[] }) => {
  const now = useNow()
  return (
    <ul className="template-shelf__list">
      {templates.map(({ id, name, about, definition, number, is_system: isSystem, updated_at: at }) => (
        <li key={id}>
          <Link to={`/admin/webinar-templates/${id}`}>
            <TemplatePicture definition={definition} />
            <b>
              <bdi>{name}</bdi>
            </b>
            <span>{about || definition.title}</span>
            <small>
              {[
                kindLabels[definition.kind],
                `${definition.duration_minutes} דקות`,
                momentsOf(definition.interactions),
                ...(isSystem ? [] : [`גרסה ${number}`, relativeTime(at, now)]),
              ].join(' · ')}
            </small>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const momentsOf = ({ length }: readonly unknown[]) =>
  length === 0 ? 'בלי רגעים בחדר' : count(length, { one: 'רגע אחד בחדר', two: 'שני רגעים בחדר', other: '# רגעים בחדר' })

/** Adds a template from a JSON file. Errors are listed with their paths, and then nothing is saved. */
function ImportButton() {
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const save = useSaveWebinarTemplate()
  const [errors, setErrors] = useState<string[]>([])
  async function open(file: File | undefined) {
    if (!file) return
    const read = file.size > 500_000 ? { errors: ['הקובץ גדול מדי לתבנית'] } : readTemplateFile(await file.text())
    if ('errors' in read) return setErrors(read.errors)
    setErrors([])
    const { name, about, definition } = read.file
    save.mutate(
      { id: null, seenNumber: 0, name, about, definition },
      { onSuccess: ({ id }) => void navigate(`/admin/webinar-templates/${id}`), onError: failedTemplateStep },
    )
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label="קובץ של תבנית"
        onChange={(event) => {
          void open(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button icon={<Icon of={Upload} />} busy={save.isPending} onClick={() => input.current?.click()}>
        ייבוא מקובץ
      </Button>
      {errors.length > 0 && <FormError>{`הקובץ לא נוסף. ${errors.join('. ')}`}</FormError>}
    </>
  )
}
